import { generateKeyPairSync, randomBytes } from "node:crypto";
import { setTimeout as sleep } from "node:timers/promises";
import type { HttpBindings } from "@hono/node-server";
import { RESPONSE_ALREADY_SENT } from "@hono/node-server/utils/response";
import type { Context, MiddlewareHandler } from "hono";
import type { ContentfulStatusCode } from "hono/utils/http-status";
import { jsonIn } from "../../lib/kernel/text.ts";
import { isJsonObject, type JsonObject } from "../../lib/readings/json.ts";
import type { Channel } from "../../schema/vocabulary.ts";

/** A message that a provider would have delivered, as `GET /messages` shows it. */
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

/** A provider's answer in place of its usual one. */
export type Refusal = { status: ContentfulStatusCode; body: unknown };

export type Fault = { provider: string; kind: string; times: number; retryAfter: number | null };

const MESSAGES_MAX = 5_000;
const FAULTS_MAX = 100;
const SLOW_MS = 1_000;
/** Longer than any sender waits for a provider. After it the connection breaks. */
const HANG_MS = 30_000;
const RETRY_AFTER_SECONDS = 1;
const TELLS_RETRY_AFTER = ["429", "503"];

/** Faults of every provider: no answer, before or after the request was accepted, or a late answer. */
export const WAITS = ["timeout_before", "timeout_after", "slow"];

/** The messages that the providers accepted, and the faults that are to come. */
export class Recorder {
  readonly messages: SandboxMessage[] = [];
  readonly faults: Fault[] = [];

  /** Keeps the newest messages, oldest first. */
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

  /** Applies the next requested fault to a request. It goes before a provider's handler. */
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

  /** Sends no answer, and breaks the connection in the end. */
  #unanswered(c: Context<SandboxEnv>): void {
    setTimeout(() => c.env.outgoing.destroy(), HANG_MS).unref();
    c.res = undefined;
    // Without the clone, the answer is 200 if another server replaced `Response` before this was created.
    c.res = RESPONSE_ALREADY_SENT.clone();
  }
}

export const answerWith = (c: Context, { status, body }: Refusal): Response =>
  typeof body === "string" ? c.html(body, status) : c.json(body, status);

/** Returns an empty object unless the text is one JSON object: the provider then says what is missing. */
export function objectOf(text: string): JsonObject {
  const parsed = jsonIn(text);
  return isJsonObject(parsed) ? parsed : {};
}

export const textOf = (value: unknown): string | null =>
  typeof value === "string" && value !== "" ? value : null;

const RSA_BITS = 2_048;
const PROJECT_ID = "hearthwatch-sandbox";

export type SandboxCredentials = ReturnType<typeof drawCredentials>;

/** The stand-ins' credentials, random at every start and worth nothing anywhere else. */
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
    // A number from the range reserved for fiction.
    twilioFrom: "+15005550006",
    projectId: PROJECT_ID,
    clientEmail,
    /** The text for FIREBASE_SERVICE_ACCOUNT. */
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
