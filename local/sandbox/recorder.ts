import { generateKeyPairSync, randomBytes } from "node:crypto";
import { setTimeout as sleep } from "node:timers/promises";
import type { HttpBindings } from "@hono/node-server";
import { RESPONSE_ALREADY_SENT } from "@hono/node-server/utils/response";
import type { Context, MiddlewareHandler } from "hono";
import type { ContentfulStatusCode } from "hono/utils/http-status";
import { jsonIn } from "../../lib/kernel/text.ts";
import { isJsonObject, type JsonObject } from "../../lib/readings/json.ts";
import type { Channel } from "../../schema/vocabulary.ts";

/** What a provider would have delivered, in the words of `GET /messages`. */
export type SandboxMessage = {
  channel: Channel;
  to: string;
  subject: string | null;
  body: string;
  idempotency_key: string | null;
  at: string;
  html?: string;
  headers?: unknown;
};

export type SandboxEnv = { Bindings: HttpBindings };

/** What a provider says in place of its usual answer. */
export type Refusal = { status: ContentfulStatusCode; body: unknown };

export type Fault = { provider: string; kind: string; times: number; retryAfter: number | null };

const MESSAGES_MAX = 5_000;
const FAULTS_MAX = 100;
const SLOW_MS = 1_000;
/** Longer than any sender waits for a provider; then the connection breaks. */
const HANG_MS = 30_000;
const RETRY_AFTER_SECONDS = 1;
const TELLS_RETRY_AFTER = ["429", "503"];

/** Kinds of every provider: unanswered before or after the request was accepted, or answered late. */
export const WAITS = ["timeout_before", "timeout_after", "slow"];

/** What the providers have accepted, and what is to go wrong with them next. */
export class Recorder {
  readonly messages: SandboxMessage[] = [];
  readonly faults: Fault[] = [];

  /** Oldest first; the oldest go when it is full. */
  keep(message: Pick<SandboxMessage, "channel" | "to" | "body"> & Partial<SandboxMessage>): void {
    const { channel, to, body, subject = null, idempotency_key = null, ...more } = message;
    const at = new Date().toISOString();
    this.messages.push({ channel, to, subject, body, idempotency_key, at, ...more });
    if (this.messages.length > MESSAGES_MAX) this.messages.shift();
  }

  add(fault: Fault): void {
    this.faults.push(fault);
    if (this.faults.length > FAULTS_MAX) this.faults.shift();
  }

  /** Goes before a provider's handler: what was asked to go wrong with it happens to this request, in that order. */
  suffers(
    provider: string,
    refusals: Readonly<Record<string, Refusal>>,
    happens: (kind: string) => boolean = () => true,
  ): MiddlewareHandler<SandboxEnv> {
    return async (c, next) => {
      const fault = this.faults.find((each) => each.provider === provider && happens(each.kind));
      if (fault === undefined) return await next();
      fault.times -= 1;
      if (fault.times <= 0) this.faults.splice(this.faults.indexOf(fault), 1);
      const { kind, retryAfter } = fault;
      if (kind === "timeout_before") return this.#unanswered(c);
      if (kind === "slow") await sleep(SLOW_MS);
      const refusal = refusals[kind];
      if (refusal === undefined) await next();
      if (kind === "timeout_after") this.#unanswered(c);
      if (refusal === undefined) return undefined;
      const seconds = retryAfter ?? (TELLS_RETRY_AFTER.includes(kind) ? RETRY_AFTER_SECONDS : null);
      if (seconds !== null) c.header("Retry-After", String(seconds));
      return answerWith(c, refusal);
    };
  }

  /** The connection breaks in the end. */
  #unanswered(c: Context<SandboxEnv>): void {
    setTimeout(() => c.env.outgoing.destroy(), HANG_MS).unref();
    c.res = undefined;
    // As it is, it would be answered with 200 where another server had replaced `Response` before it was made.
    c.res = RESPONSE_ALREADY_SENT.clone();
  }
}

export const answerWith = (c: Context, { status, body }: Refusal): Response =>
  typeof body === "string" ? c.html(body, status) : c.json(body, status);

/** Empty for anything but one JSON object: the provider answers in its own words that something is missing. */
export function objectOf(text: string): JsonObject {
  const parsed = jsonIn(text);
  return isJsonObject(parsed) ? parsed : {};
}

export const textOf = (value: unknown): string | null =>
  typeof value === "string" && value !== "" ? value : null;

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
