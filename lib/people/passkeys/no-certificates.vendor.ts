/**
 * Bundles take this in place of what @simplewebauthn/server reads makers' certificates with (the aliases of
 * wrangler.toml), 30 KB that a cold start would pay for: an answer with a certificate is refused before.
 */
class NoCertificates {
  constructor() {
    throw new Error("Certificates of authenticators are not read");
  }
}

export {
  NoCertificates as AuthorityKeyIdentifierExtension,
  NoCertificates as CRLDistributionPointsExtension,
  NoCertificates as KeyDescription,
  NoCertificates as SubjectKeyIdentifierExtension,
  NoCertificates as X509Certificate,
  NoCertificates as X509ChainBuilder,
  NoCertificates as X509Crl,
};
export const id_ce_keyDescription = "1.3.6.1.4.1.11129.2.1.17";
