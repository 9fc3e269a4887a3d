package dev.parley.stores.nats;

import dev.parley.core.store.StoreException;
import dev.parley.core.store.StoreException.Reason;
import java.io.IOException;
import java.io.InputStream;
import java.net.Socket;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.GeneralSecurityException;
import java.security.KeyStore;
import java.security.cert.Certificate;
import java.security.cert.CertificateException;
import java.security.cert.CertificateFactory;
import java.security.cert.X509Certificate;
import java.util.Collection;
import javax.net.ssl.SSLContext;
import javax.net.ssl.SSLEngine;
import javax.net.ssl.SSLParameters;
import javax.net.ssl.SSLSocket;
import javax.net.ssl.TrustManager;
import javax.net.ssl.TrustManagerFactory;
import javax.net.ssl.X509ExtendedTrustManager;
import org.jspecify.annotations.Nullable;

/** Which servers are believed: those of the Java installation's authorities, or of given ones. */
final class Tls {
  private Tls() {}

  /**
   * @param authorities a PEM file, or null for those that Java knows
   */
  static SSLContext context(@Nullable Path authorities) {
    try {
      var factory = TrustManagerFactory.getInstance(TrustManagerFactory.getDefaultAlgorithm());
      factory.init(authorities == null ? null : store(authorities));
      for (TrustManager manager : factory.getTrustManagers()) {
        if (manager instanceof X509ExtendedTrustManager trusted) {
          var context = SSLContext.getInstance("TLS");
          context.init(null, new TrustManager[] {new NameChecked(trusted)}, null);
          return context;
        }
      }
      throw new GeneralSecurityException("this Java has no trust manager for X.509");
    } catch (GeneralSecurityException | IOException e) {
      throw new StoreException(Reason.FAILED, "TLS cannot be set up: " + e.getMessage(), e);
    }
  }

  private static KeyStore store(Path authorities) throws IOException, GeneralSecurityException {
    KeyStore store = KeyStore.getInstance(KeyStore.getDefaultType());
    store.load(null, null);
    for (Certificate certificate : certificates(authorities)) {
      store.setCertificateEntry("authority-" + store.size(), certificate);
    }
    return store;
  }

  private static Collection<? extends Certificate> certificates(Path file) throws IOException {
    try (InputStream in = Files.newInputStream(file)) {
      var found = CertificateFactory.getInstance("X.509").generateCertificates(in);
      if (!found.isEmpty()) {
        return found;
      }
    } catch (CertificateException e) {
      throw new IOException("nats.ca: " + file + " is no PEM file of certificates", e);
    } catch (IOException e) {
      throw new IOException("nats.ca: cannot read " + file, e);
    }
    throw new IOException("nats.ca: there is no certificate in " + file);
  }

  /**
   * The client library does not compare the name in a certificate with the one it connects to, so
   * that every certificate of a trusted authority would do. The check is asked for here.
   */
  private static final class NameChecked extends X509ExtendedTrustManager {
    private final X509ExtendedTrustManager trusted;

    NameChecked(X509ExtendedTrustManager trusted) {
      this.trusted = trusted;
    }

    @Override
    public void checkServerTrusted(X509Certificate[] chain, String authType, Socket socket)
        throws CertificateException {
      if (!(socket instanceof SSLSocket secured)) {
        throw new CertificateException("no TLS socket, so nothing to compare the name with");
      }
      SSLParameters parameters = secured.getSSLParameters();
      parameters.setEndpointIdentificationAlgorithm("HTTPS");
      secured.setSSLParameters(parameters);
      trusted.checkServerTrusted(chain, authType, secured);
    }

    @Override
    public void checkServerTrusted(X509Certificate[] chain, String authType, SSLEngine engine)
        throws CertificateException {
      SSLParameters parameters = engine.getSSLParameters();
      parameters.setEndpointIdentificationAlgorithm("HTTPS");
      engine.setSSLParameters(parameters);
      trusted.checkServerTrusted(chain, authType, engine);
    }

    @Override
    public void checkServerTrusted(X509Certificate[] chain, String authType)
        throws CertificateException {
      throw new CertificateException("the name of the server is not known here");
    }

    @Override
    public void checkClientTrusted(X509Certificate[] chain, String authType, Socket socket)
        throws CertificateException {
      trusted.checkClientTrusted(chain, authType, socket);
    }

    @Override
    public void checkClientTrusted(X509Certificate[] chain, String authType, SSLEngine engine)
        throws CertificateException {
      trusted.checkClientTrusted(chain, authType, engine);
    }

    @Override
    public void checkClientTrusted(X509Certificate[] chain, String authType)
        throws CertificateException {
      trusted.checkClientTrusted(chain, authType);
    }

    @Override
    public X509Certificate[] getAcceptedIssuers() {
      return trusted.getAcceptedIssuers();
    }
  }
}
