package dev.parley.identity;

/** Where an attempt comes from, as far as somebody cannot change it at will. */
public final class Place {
  private static final int PREFIX_GROUPS = 4;

  private Place() {}

  /** One IPv6 customer has a whole /64 of addresses: they are one place. */
  public static String of(String address) {
    int colons = 0;
    for (int i = 0; i < address.length(); i++) {
      if (address.charAt(i) == ':' && ++colons == PREFIX_GROUPS) {
        return address.substring(0, i);
      }
    }
    return address;
  }
}
