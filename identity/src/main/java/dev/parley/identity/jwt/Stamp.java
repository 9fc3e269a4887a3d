package dev.parley.identity.jwt;

/** Who has made an access token, and for what: its {@code iss} and {@code aud}. */
public record Stamp(String issuer, String audience) {}
