import { generateKeyPairSync, randomBytes } from "node:crypto";
import { createServer, type IncomingMessage, type ServerResponse } from "node:http";
import { setTimeout as sleep } from "node:timers/promises";
import { twilioCalls } from "../../lib/channels/call/sandbox.vendor.ts";
import { resendStandIn } from "../../lib/channels/email/sandbox.vendor.ts";
import { fcmStandIn } from "../../lib/channels/push/sandbox.vendor.ts";
import type {
  SandboxAnswer,
  SandboxMailbox,
  SandboxMessage,
  SandboxRequest,
  StandIn,
} from "../../lib/channels/sandbox.vendor.ts";
import { twilioMessages } from "../../lib/channels/sms/sandbox.vendor.ts";
import { webhookStandIn } from "../../lib/channels/webhook/sandbox.vendor.ts";
import { messageOf } from "../../lib/kernel/text.ts";
import type { CalledChannel, Channel } from "../../schema/vocabulary.ts";
import { listenOnLoopback, readText } from "../processes/loopback-server.ts";
import { calledStandIn } from "./called.ts";
import { control, type Fault, FaultBook, Mailbox } from "./control.ts";
import { openMeteoStandIn } from "./open-meteo.ts";

const OWN_HOSTS = ["127.0.0.1", "localhost"];
const BODY_BYTES_MAX = 1_048_576;
/** Longer than any sender waits for a provider; then the connection breaks. */
const HANG_MS = 30_000;
const SLOW_MS = 1_000;
const RETRY_AFTER_SECONDS = 1;
const TELLS_RETRY_AFTER = ["429", "503"];

type SandboxOptions = {
  /** Any free one when absent. */
  port?: number;
  /** How long an unanswered request stays open; tests do not want to wait for a time-out. */
  hangMs?: number;
  /** Names it answers to besides this machine's own. */
  hosts?: readonly string[];
};

export type Sandbox = {
  url: string;
  credentials: SandboxCredentials;
  messages(): SandboxMessage[];
  stop(): Promise<void>;
};

type Parts = Parameters<typeof control>[1] & { hangMs: number };

/** The stand-in of each channel with a sender of its own, out of the channel's folder; a path may begin as the next one's. */
const OWN_STAND_INS: {
  readonly [C in Exclude<Channel, CalledChannel>]: (
    credentials: SandboxCredentials,
    mailbox: SandboxMailbox,
  ) => StandIn;
} = {
  email: resendStandIn,
  call: twilioCalls,
  sms: twilioMessages,
  push: fcmStandIn,
  webhook: (_credentials, mailbox) => webhookStandIn(mailbox),
};

/**
 * Stand-ins for Resend, Twilio, FCM with its token endpoint, Open-Meteo, a webhook and what is called like one, on one
 * loopback port.
 */
export async function startSandbox({
  port = 0,
  hangMs = HANG_MS,
  hosts = [],
}: SandboxOptions = {}): Promise<Sandbox> {
  const credentials = drawCredentials();
  const mailbox = new Mailbox();
  const openMeteo = openMeteoStandIn();
  const standIns = [
    ...Object.values(OWN_STAND_INS).map((standIn) => standIn(credentials, mailbox)),
    openMeteo,
    calledStandIn(mailbox),
  ];
  const parts: Parts = { mailbox, faults: new FaultBook(), standIns, openMeteo, hangMs };
  const server = await listenOnLoopback(
    createServer((request, response) => {
      if (!isForUs(request.headers.host, hosts))
        return send(response, { status: 421, body: { error: "The sandbox answers to 127.0.0.1 only" } });
      handle(request, response, parts).catch((error: unknown) => {
        const status = error instanceof RangeError ? 413 : 500;
        send(response, { status, body: { error: messageOf(error) } });
      });
    }),
    port,
  );
  const url = `http://127.0.0.1:${server.port}`;
  return { url, credentials, messages: () => mailbox.all(), stop: server.stop };
}

/** A page of somebody else's whose name leads here (DNS rebinding) reads no mail and injects no fault. */
const isForUs = (host: string | undefined, hosts: readonly string[]): boolean =>
  [...OWN_HOSTS, ...hosts].includes((host ?? "").replace(/:\d+$/, "").toLowerCase());

async function handle(incoming: IncomingMessage, response: ServerResponse, parts: Parts): Promise<void> {
  const { method = "GET", headers } = incoming;
  const text = await readText(incoming, BODY_BYTES_MAX);
  const request = { method, url: new URL(incoming.url ?? "/", "http://sandbox"), headers, text };
  const answer = await answerTo(request, parts);
  if (answer !== null) return send(response, answer);
  setTimeout(() => response.destroy(), parts.hangMs).unref();
}

/** Null where nothing is to be answered. */
async function answerTo(request: SandboxRequest, parts: Parts): Promise<SandboxAnswer | null> {
  const { pathname } = request.url;
  const standIn = parts.standIns.find(({ paths }) => paths.some((path) => isOf(path, pathname)));
  if (standIn === undefined) return control(request, parts);
  const fault = parts.faults.take(standIn, request);
  if (fault === undefined) return standIn.answer(request, async () => undefined);
  switch (fault.kind) {
    case "timeout_before":
      return null;
    case "timeout_after":
      await standIn.answer(request, async () => undefined);
      return null;
    case "slow":
      return standIn.answer(request, () => sleep(SLOW_MS));
    default:
      return injected(fault, standIn.faults[fault.kind]?.());
  }
}

const isOf = (path: string | RegExp, pathname: string): boolean =>
  typeof path === "string" ? pathname.startsWith(path) : path.test(pathname);

function injected({ kind, retryAfter }: Fault, answer: SandboxAnswer | undefined): SandboxAnswer {
  const seconds = retryAfter ?? (TELLS_RETRY_AFTER.includes(kind) ? RETRY_AFTER_SECONDS : null);
  const headers = seconds === null ? {} : { "retry-after": String(seconds) };
  return { ...(answer ?? { status: 500 }), headers };
}

function send(response: ServerResponse, { status, body, headers }: SandboxAnswer): void {
  if (response.headersSent || response.destroyed) return;
  if (body === undefined) return void response.writeHead(status, headers).end();
  const text = typeof body === "string" ? body : JSON.stringify(body);
  const type = typeof body === "string" ? "text/html" : "application/json";
  response.writeHead(status, { "content-type": type, ...headers }).end(text);
}

const RSA_BITS = 2_048;
const PROJECT_ID = "hearthwatch-sandbox";

/** What the stand-ins take for an account; drawn at every start and worth nothing anywhere else. */
export type SandboxCredentials = {
  resendApiKey: string;
  twilioAccountSid: string;
  twilioAuthToken: string;
  twilioFrom: string;
  projectId: string;
  clientEmail: string;
  /** The text that FIREBASE_SERVICE_ACCOUNT takes. */
  serviceAccount: string;
};

export function drawCredentials(): SandboxCredentials {
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
