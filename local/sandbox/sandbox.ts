import { generateKeyPairSync, randomBytes } from "node:crypto";
import { createServer, type IncomingMessage, type ServerResponse } from "node:http";
import { setTimeout as sleep } from "node:timers/promises";
import { messageOf } from "../../lib/kernel/text.ts";
import { listenOnLoopback, readText } from "../processes/loopback-server.ts";
import { called } from "./called.ts";
import { type Fault, FaultBook, readFault } from "./faults.ts";
import { fcm } from "./fcm.ts";
import { openMeteo, type Weather } from "./open-meteo.ts";
import {
  type Keep,
  objectOf,
  type Provider,
  type SandboxAnswer,
  type SandboxMessage,
  type SandboxRequest,
} from "./provider.ts";
import { resend } from "./resend.ts";
import { twilio } from "./twilio.ts";
import { webhook } from "./webhook.ts";

const OWN_HOSTS = ["127.0.0.1", "localhost"];
const BODY_BYTES_MAX = 1_048_576;
const MESSAGES_MAX = 5_000;
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

type Parts = {
  messages: SandboxMessage[];
  faults: FaultBook;
  weather: Weather;
  providers: Readonly<Record<string, Provider>>;
  hangMs: number;
};

/**
 * One recorder in place of Resend, Twilio, FCM, Open-Meteo, a webhook's receiver and what is called like one, on one
 * loopback port. It keeps what they would have delivered, and fails as it is told to.
 */
export async function startSandbox({
  port = 0,
  hangMs = HANG_MS,
  hosts = [],
}: SandboxOptions = {}): Promise<Sandbox> {
  const credentials = drawCredentials();
  const messages: SandboxMessage[] = [];
  const keep: Keep = (message) => keepIn(messages, message);
  const weather: Weather = { celsius: null, setAt: 0 };
  const providers = {
    resend: resend(credentials.resendApiKey, keep),
    twilio: twilio({ sid: credentials.twilioAccountSid, token: credentials.twilioAuthToken }, keep),
    fcm: fcm(credentials, keep),
    webhook: webhook(keep),
    open_meteo: openMeteo(weather),
    called: called(keep),
  };
  const parts: Parts = { messages, faults: new FaultBook(), weather, providers, hangMs };
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
  return { url, credentials, messages: () => [...messages], stop: server.stop };
}

/** Oldest first; the oldest go when it is full. A push takes the place of an earlier one with its collapse key, as a phone shows it. */
function keepIn(messages: SandboxMessage[], message: Parameters<Keep>[0]): void {
  const { subject = null, idempotency_key = null } = message;
  const earlier = messages.find(
    ({ channel, to, idempotency_key: key }) =>
      channel === "push" &&
      message.channel === "push" &&
      to === message.to &&
      key !== null &&
      key === idempotency_key,
  );
  if (earlier !== undefined) return void Object.assign(earlier, { subject, body: message.body });
  const { channel, to, body, ...more } = message;
  messages.push({ channel, to, subject, body, idempotency_key, at: new Date().toISOString(), ...more });
  if (messages.length > MESSAGES_MAX) messages.shift();
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
  const found = Object.entries(parts.providers).find(([, { path }]) => path.test(request.url.pathname));
  if (found === undefined) return control(request, parts);
  const [name, provider] = found;
  const fault = parts.faults.take(name, provider, request);
  switch (fault?.kind) {
    case undefined:
      return provider.answer(request, async () => undefined);
    case "timeout_before":
      return null;
    case "timeout_after":
      await provider.answer(request, async () => undefined);
      return null;
    case "slow":
      return provider.answer(request, () => sleep(SLOW_MS));
    default:
      return { status: 500, ...provider.faults[fault?.kind ?? ""], headers: retryAfter(fault) };
  }
}

function retryAfter(fault: Fault | undefined): Record<string, string> {
  const usual = TELLS_RETRY_AFTER.includes(fault?.kind ?? "") ? RETRY_AFTER_SECONDS : null;
  const seconds = fault?.retryAfter ?? usual;
  return seconds === null ? {} : { "retry-after": String(seconds) };
}

const EMPTY: SandboxAnswer = { status: 204 };

/** The sandbox's own routes: what was sent, what is to go wrong, what weather it is. */
function control(
  { method, url, text }: SandboxRequest,
  { messages, faults, weather, providers }: Parts,
): SandboxAnswer {
  const routes: Record<string, Record<string, () => SandboxAnswer>> = {
    "/messages": {
      GET: () => ({ status: 200, body: messages }),
      DELETE: () => {
        messages.length = 0;
        return EMPTY;
      },
    },
    "/faults": {
      GET: () => ({ status: 200, body: faults.all() }),
      POST: () => {
        const fault = readFault(objectOf(text), providers);
        if (typeof fault === "string") return { status: 400, body: { error: fault } };
        faults.add(fault);
        return { status: 201, body: fault };
      },
      DELETE: () => {
        faults.clear();
        return EMPTY;
      },
    },
    "/forecast": {
      PUT: () => {
        const { temperature_c: given } = objectOf(text);
        const celsius = [given].flat();
        if (!celsius.every((each) => typeof each === "number") || celsius.length === 0)
          return { status: 400, body: { error: "temperature_c must be °C: a number, or a list of them." } };
        Object.assign(weather, { celsius, setAt: Date.now() } satisfies Weather);
        return { status: 200, body: { temperature_c: given } };
      },
      DELETE: () => {
        weather.celsius = null;
        return EMPTY;
      },
    },
  };
  const route = routes[url.pathname];
  if (route === undefined)
    return {
      status: 404,
      body: { error: "Not found. The sandbox has /messages, /faults, /forecast and its providers' paths." },
    };
  const allow = Object.keys(route).join(", ");
  return (
    route[method]?.() ?? {
      status: 405,
      body: { error: `Method not allowed: only ${allow}.` },
      headers: { allow },
    }
  );
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
