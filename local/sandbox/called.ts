import { CALLED_CHANNELS, type CalledChannel } from "../../schema/vocabulary.ts";
import { type JsonObject, parseObject, type SandboxAnswer, type StandIn, textOf } from "./exchange.ts";
import type { Mailbox } from "./mailbox.ts";

/** What each service is known by, where the recipient stands, and what it says when it took a message. */
type Service = {
  path: RegExp;
  to: (path: string, body: JsonObject) => string;
  subject: (body: JsonObject) => string | null;
  accepts: SandboxAnswer;
};

const firstLine = (text: string | null): string | null => text?.split("\n")[0] ?? null;
const pathOf = (path: string): string => path;
const EMERGENCY = 2;
/** An emergency has a receipt. */
const RINGS: SandboxAnswer = {
  status: 200,
  body: { status: 1, request: "sandbox", receipt: "s".repeat(30) },
};
const OK: SandboxAnswer = { status: 200, body: { ok: true } };

/** Under the paths of the real ones, so that an address of one differs from the sandbox's in its host alone. */
const SERVICES: { readonly [C in CalledChannel]: Service } = {
  ntfy: {
    path: /^\/$/,
    to: (_path, body) => String(body.topic),
    subject: ({ title }) => textOf(title),
    accepts: { status: 200, body: { id: "sandbox", event: "message" } },
  },
  telegram: {
    path: /^\/telegram\/bot[^/]+\/sendMessage$/,
    to: (_path, body) => String(body.chat_id),
    subject: ({ text }) => firstLine(textOf(text)),
    accepts: { status: 200, body: { ok: true, result: { message_id: 1 } } },
  },
  pushover: {
    path: /^\/pushover\/1\/messages\.json$/,
    to: (_path, body) => String(body.user),
    subject: ({ title }) => textOf(title),
    accepts: { status: 200, body: { status: 1, request: "sandbox" } },
  },
  discord: { path: /^\/api\/webhooks\//, to: pathOf, subject: titleOfEmbed, accepts: OK },
  home_assistant: {
    path: /^\/api\/webhook\//,
    to: pathOf,
    subject: ({ title }) => textOf(title),
    accepts: { status: 200 },
  },
  apprise: {
    path: /^\/notify\//,
    to: pathOf,
    subject: ({ title }) => textOf(title),
    accepts: { status: 200, body: { success: true } },
  },
  chat: {
    path: /^\/(services|hooks)\//,
    to: pathOf,
    subject: ({ text }) => firstLine(textOf(text)),
    accepts: { status: 200, body: "ok" },
  },
};

/** What is asked of a service besides messages: nobody has done anything with the bot, and what rings is ended. */
const ASIDE: readonly { path: RegExp; answers: SandboxAnswer }[] = [
  { path: /^\/telegram\/bot[^/]+\/getUpdates$/, answers: { status: 200, body: { ok: true, result: [] } } },
  {
    path: /^\/telegram\/bot[^/]+\/(setWebhook|answerCallbackQuery)$/,
    answers: { status: 200, body: { ok: true, result: true } },
  },
  {
    path: /^\/pushover\/1\/receipts\/\w{30}\/cancel\.json$/,
    answers: { status: 200, body: { status: 1, request: "sandbox" } },
  },
];

const FAULTS: StandIn["faults"] = {
  "401": () => ({ status: 401, body: { ok: false, error_code: 401, description: "Unauthorized" } }),
  "403": () => ({ status: 403, body: { ok: false, description: "Forbidden: bot was blocked by the user" } }),
  "404": () => ({ status: 404, body: { ok: false, description: "Not Found" } }),
  "429": () => ({ status: 429, body: { ok: false, parameters: { retry_after: 7 } } }),
  "500": () => ({ status: 500, body: { error: "Internal error" } }),
  chat_not_found: () => ({ status: 400, body: { ok: false, description: "Bad Request: chat not found" } }),
  unknown_user: () => ({ status: 400, body: { status: 0, errors: ["user identifier is invalid"] } }),
};

/** Everything that is called with one POST: ntfy, Telegram, Pushover, Discord, chats, Home Assistant, Apprise. */
export const calledStandIn = (mailbox: Mailbox): StandIn => ({
  prefixes: ["/telegram/", "/pushover/", "/api/webhook", "/notify/", "/services/", "/hooks/", "/"],
  faults: FAULTS,
  suffers: ({ method }) => method === "POST",
  answer: async ({ method, url, text }, pause) => {
    const aside = ASIDE.find(({ path }) => path.test(url.pathname));
    if (aside !== undefined && method === "POST") return aside.answers;
    const channel = CALLED_CHANNELS.find((each) => SERVICES[each].path.test(url.pathname));
    const body = parseObject(text);
    if (channel === undefined) return { status: 404, body: { error: "Not found" } };
    if (method !== "POST") return { status: 405, body: { error: "Only POST" } };
    if (body === undefined) return { status: 400, body: { error: "The body must be a JSON object" } };
    await pause();
    const service = SERVICES[channel];
    mailbox.add({
      channel,
      to: service.to(url.pathname, body),
      subject: service.subject(body),
      body: text,
      idempotency_key: null,
      at: new Date().toISOString(),
    });
    return channel === "pushover" && body.priority === EMERGENCY ? RINGS : service.accepts;
  },
});

function titleOfEmbed({ embeds }: JsonObject): string | null {
  const [first] = Array.isArray(embeds) ? (embeds as JsonObject[]) : [];
  return textOf(first?.title);
}
