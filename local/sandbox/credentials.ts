import { generateKeyPairSync, randomBytes } from "node:crypto";

const RSA_BITS = 2_048;
const PROJECT_ID = "hearthwatch-sandbox";

export type SandboxCredentials = ReturnType<typeof drawCredentials>;

/** What the stand-ins take for an account; drawn at every start and worth nothing anywhere else. */
export function drawCredentials() {
  const { privateKey } = generateKeyPairSync("rsa", {
    modulusLength: RSA_BITS,
    publicKeyEncoding: { type: "spki", format: "pem" },
    privateKeyEncoding: { type: "pkcs8", format: "pem" },
  });
  const clientEmail = `sandbox@${PROJECT_ID}.iam.gserviceaccount.com`;
  return {
    resendApiKey: `re_${randomBytes(16).toString("hex")}`,
    twilioAccountSid: `AC${randomBytes(16).toString("hex")}`,
    twilioAuthToken: randomBytes(16).toString("hex"),
    // A number of the range kept for fiction.
    twilioFrom: "+15005550006",
    projectId: PROJECT_ID,
    clientEmail,
    /** The text that FIREBASE_SERVICE_ACCOUNT takes. */
    serviceAccount: JSON.stringify({
      type: "service_account",
      project_id: PROJECT_ID,
      private_key_id: "sandbox",
      private_key: privateKey,
      client_email: clientEmail,
      token_uri: "https://oauth2.googleapis.com/token",
    }),
  };
}
