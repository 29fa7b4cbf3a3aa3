import { createHmac } from "node:crypto";

/** Returns the headers of a webhook as Svix signs it for Resend, with a second signature by another secret. */
export function svixHeaders(secret: string, at: Date, body: string) {
  const [id, timestamp] = ["msg_event", String(Math.floor(at.getTime() / 1_000))];
  const key = Buffer.from(secret.replace("whsec_", ""), "base64");
  const signature = createHmac("sha256", key).update(`${id}.${timestamp}.${body}`).digest("base64");
  return {
    "svix-id": id,
    "svix-timestamp": timestamp,
    "svix-signature": `v1,${"A".repeat(43)}= v1,${signature}`,
  };
}
