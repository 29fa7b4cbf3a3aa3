import { CALLED_CHANNELS, type CalledChannel } from "../../schema/vocabulary.ts";
import {
  isObject,
  type JsonObject,
  type Keep,
  objectOf,
  type Provider,
  type SandboxAnswer,
  textOf,
} from "./provider.ts";

type CalledRow = {
  /** The path of the real one, so that an address of one differs from the sandbox's in its host alone. */
  path: RegExp;
  /** The member of a body that says to whom; the path where it is left out. */
  to?: string;
  /** What the real one answers to a message that it takes; 200 alone where nothing of it is read. */
  takes?: (body: JsonObject) => unknown;
  /** What it answers to what it refuses; null for what it takes. */
  refuses?: (body: JsonObject) => SandboxAnswer | null;
};

/** The channels that are one HTTP call, as the sandbox hears them. */
const CALLED: { readonly [C in CalledChannel]: CalledRow } = {
  ntfy: { path: /^\/$/, to: "topic" },
  telegram: {
    path: /^\/telegram\/bot[^/]+\/sendMessage$/,
    to: "chat_id",
    takes: () => ({ ok: true, result: { message_id: 1 } }),
    refuses: ({ reply_markup }) =>
      hasBareHost(reply_markup)
        ? {
            status: 400,
            body: { ok: false, description: "Bad Request: inline keyboard button URL is invalid" },
          }
        : null,
  },
  pushover: {
    path: /^\/pushover\/1\/messages\.json$/,
    to: "user",
    // What rings until somebody answers has a receipt.
    takes: ({ priority }) => ({ status: 1, ...(priority === 2 ? { receipt: "s".repeat(30) } : {}) }),
  },
  discord: {
    path: /^\/api\/webhooks\//,
    refuses: ({ embeds }) => (hasBareHost(embeds) ? { status: 400, body: { embeds: ["0"] } } : null),
  },
  chat: { path: /^\/(services|hooks)\// },
  home_assistant: { path: /^\/api\/webhook\// },
  apprise: { path: /^\/notify\// },
};

/** Requests to a provider besides messages: nobody has done anything with the bot, and what rings is ended. */
const ASIDE: readonly { path: RegExp; answers: SandboxAnswer }[] = [
  { path: /^\/telegram\/bot[^/]+\/getUpdates$/, answers: { status: 200, body: { ok: true, result: [] } } },
  { path: /^\/telegram\/bot[^/]+\/\w+$/, answers: { status: 200, body: { ok: true, result: true } } },
  { path: /^\/pushover\/1\/receipts\/\w{30}\/cancel\.json$/, answers: { status: 200, body: { status: 1 } } },
];

/** Everything that is called with one POST of JSON. */
export const called = (keep: Keep): Provider => ({
  path: new RegExp([...Object.values(CALLED), ...ASIDE].map(({ path }) => path.source).join("|")),
  suffers: ({ method }) => method === "POST",
  faults: {
    "401": { status: 401, body: { ok: false, error_code: 401, description: "Unauthorized" } },
    "403": { status: 403, body: { ok: false, description: "Forbidden: bot was blocked by the user" } },
    "404": { status: 404, body: { ok: false, description: "Not Found" } },
    "429": { status: 429, body: { ok: false, parameters: { retry_after: 7 } } },
    "500": { status: 500, body: { error: "Internal error" } },
    chat_not_found: { status: 400, body: { ok: false, description: "Bad Request: chat not found" } },
    unknown_user: { status: 400, body: { status: 0, errors: ["user identifier is invalid"] } },
  },
  answer: async ({ method, url, text }, pause) => {
    if (method !== "POST") return { status: 405, body: { error: "Only POST" } };
    const channel = CALLED_CHANNELS.find((each) => CALLED[each].path.test(url.pathname));
    if (channel === undefined)
      return ASIDE.find(({ path }) => path.test(url.pathname))?.answers ?? { status: 404 };
    const { to, takes, refuses } = CALLED[channel];
    const body = objectOf(text);
    const refused = refuses?.(body) ?? null;
    if (refused !== null) return refused;
    await pause();
    keep({
      channel,
      to: to === undefined ? url.pathname : String(body[to]),
      subject: titleOf(body),
      body: text,
    });
    return { status: 200, body: takes?.(body) };
  },
});

/** A host without a dot, such as one at home, is refused as a link. */
const hasBareHost = (part: unknown): boolean =>
  /"url":"https?:\/\/[^/".]+["/]/.test(JSON.stringify(part ?? null));

function titleOf({ title, text, message, embeds }: JsonObject): string | null {
  const [embed] = Array.isArray(embeds) ? (embeds as unknown[]) : [];
  const shown = textOf(title) ?? (isObject(embed) ? textOf(embed.title) : null);
  return shown ?? (textOf(text) ?? textOf(message))?.split("\n")[0] ?? null;
}
