import { randomBytes } from "node:crypto";
import type { SandboxCredentials } from "./credentials.ts";
import { type JsonObject, parseObject, type SandboxAnswer, type SandboxRequest } from "./exchange.ts";

const GRANT = "urn:ietf:params:oauth:grant-type:jwt-bearer";
const AUDIENCE = "https://oauth2.googleapis.com/token";
const SCOPES = ["firebase.messaging", "cloud-platform"].map(
  (name) => `https://www.googleapis.com/auth/${name}`,
);
const LIFETIME_SECONDS = 3_600;
const SKEW_SECONDS = 300;
const TOKENS_MAX = 1_000;

export const TOKEN_PATH = "/token";

const refusal = (status: number, error: string, error_description: string): SandboxAnswer => ({
  status,
  body: { error, error_description },
});

/** Google's token endpoint for service accounts: the assertion's form is checked, its signature is not. */
export class AccessTokens {
  readonly #issued = new Map<string, number>();
  readonly #clientEmail: string;

  constructor({ clientEmail }: SandboxCredentials) {
    this.#clientEmail = clientEmail;
  }

  /** Whether this Authorization header carries a token of ours that has not ended. */
  isIssued(authorization: string | undefined): boolean {
    const until = this.#issued.get(authorization?.replace(/^Bearer /, "") ?? "");
    return until !== undefined && until > Date.now();
  }

  answer({ method, headers, text }: SandboxRequest): SandboxAnswer {
    if (method !== "POST") return refusal(405, "invalid_request", "The method must be POST.");
    if (!/^application\/x-www-form-urlencoded/.test(headers["content-type"] ?? ""))
      return refusal(400, "invalid_request", "The body must be a form.");
    const form = new URLSearchParams(text);
    if (form.get("grant_type") !== GRANT)
      return refusal(400, "unsupported_grant_type", `Invalid grant_type: ${form.get("grant_type")}`);
    const complaint = judgeAssertion(form.get("assertion") ?? "", this.#clientEmail);
    if (complaint !== null) return refusal(400, "invalid_grant", complaint);
    return { status: 200, body: this.#issue() };
  }

  #issue(): JsonObject {
    const token = `ya29.${randomBytes(24).toString("base64url")}`;
    this.#issued.set(token, Date.now() + LIFETIME_SECONDS * 1_000);
    const [oldest] = this.#issued.keys();
    if (this.#issued.size > TOKENS_MAX && oldest !== undefined) this.#issued.delete(oldest);
    return { access_token: token, expires_in: LIFETIME_SECONDS - 1, token_type: "Bearer" };
  }
}

function judgeAssertion(assertion: string, clientEmail: string): string | null {
  const [header, claims, signature, ...rest] = assertion.split(".");
  const [head, claim] = [decoded(header), decoded(claims)];
  if (head === undefined || claim === undefined || !signature || rest.length > 0) return "Bad JWT.";
  if (head.alg !== "RS256") return "Invalid JWT: Unsupported signature algorithm.";
  if (claim.iss !== clientEmail) return "Invalid grant: account not found";
  if (claim.aud !== AUDIENCE) return "Invalid JWT: Failed audience check.";
  const scopes = String(claim.scope).split(" ");
  if (!scopes.some((scope) => SCOPES.includes(scope))) return "Invalid OAuth scope.";
  const [issuedAt, expires, now] = [Number(claim.iat), Number(claim.exp), Date.now() / 1_000];
  const isTimely = issuedAt <= now + SKEW_SECONDS && expires > now && expires - issuedAt <= LIFETIME_SECONDS;
  return isTimely
    ? null
    : "Invalid JWT: Token must be a short-lived token (60 minutes) and in a reasonable timeframe.";
}

const decoded = (part: string | undefined): JsonObject | undefined =>
  parseObject(Buffer.from(part ?? "", "base64url").toString("utf8"));
