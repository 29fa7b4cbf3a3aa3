import type { Hono } from "hono";
import { isJsonObject, type JsonObject } from "../../lib/readings/json.ts";
import { CALLED_CHANNELS, type CalledChannel } from "../../schema/vocabulary.ts";
import { answerWith, objectOf, type Recorder, type Refusal, type SandboxEnv, textOf } from "./recorder.ts";

type CalledRow = {
  /** The provider's own path, so that addresses of the provider and the sandbox differ only in the host. */
  path: RegExp;
  /** The member of the body with the recipient; if omitted, the path. */
  to?: string;
  /** The provider's answer to an accepted message; if omitted, 200, because nothing of it is read. */
  takes?: (body: JsonObject) => unknown;
  /** The provider's answer to a refused message; null if it is accepted. */
  refuses?: (body: JsonObject) => Refusal | null;
};

/** The sandbox's stand-ins for channels that are one HTTP call. */
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
    // A message that rings until somebody answers has a receipt.
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

/** Other requests to a provider: the bot has no updates, and canceling succeeds. */
const ASIDE: readonly { path: RegExp; body: unknown }[] = [
  { path: /^\/telegram\/bot[^/]+\/getUpdates$/, body: { ok: true, result: [] } },
  { path: /^\/telegram\/bot[^/]+\/\w+$/, body: { ok: true, result: true } },
  { path: /^\/pushover\/1\/receipts\/\w{30}\/cancel\.json$/, body: { status: 1 } },
];

export const CALLED_FAULTS: Readonly<Record<string, Refusal>> = {
  "401": { status: 401, body: { ok: false, error_code: 401, description: "Unauthorized" } },
  "403": { status: 403, body: { ok: false, description: "Forbidden: bot was blocked by the user" } },
  "404": { status: 404, body: { ok: false, description: "Not Found" } },
  "429": { status: 429, body: { ok: false, parameters: { retry_after: 7 } } },
  "500": { status: 500, body: { error: "Internal error" } },
  chat_not_found: { status: 400, body: { ok: false, description: "Bad Request: chat not found" } },
  unknown_user: { status: 400, body: { status: 0, errors: ["user identifier is invalid"] } },
};

/** Accepts all JSON POSTs of called channels. */
export function called(app: Hono<SandboxEnv>, recorder: Recorder): void {
  app.post("*", recorder.suffers("called", CALLED_FAULTS), async (c) => {
    const { path } = c.req;
    const channel = CALLED_CHANNELS.find((each) => CALLED[each].path.test(path));
    if (channel === undefined) {
      const aside = ASIDE.find((each) => each.path.test(path));
      return aside === undefined ? c.notFound() : c.json(aside.body);
    }
    const text = await c.req.text();
    const { to, takes, refuses } = CALLED[channel];
    const body = objectOf(text);
    const refused = refuses?.(body) ?? null;
    if (refused !== null) return answerWith(c, refused);
    recorder.keep({
      channel,
      to: to === undefined ? path : String(body[to]),
      subject: titleOf(body),
      body: text,
    });
    return takes === undefined ? c.body(null, 200) : c.json(takes(body));
  });
}

/** Links to a host without a dot, such as one at home, are refused. */
const hasBareHost = (part: unknown): boolean =>
  /"url":"https?:\/\/[^/".]+["/]/.test(JSON.stringify(part ?? null));

function titleOf({ title, text, message, embeds }: JsonObject): string | null {
  const [embed] = Array.isArray(embeds) ? (embeds as unknown[]) : [];
  const shown = textOf(title) ?? (isJsonObject(embed) ? textOf(embed.title) : null);
  return shown ?? (textOf(text) ?? textOf(message))?.split("\n")[0] ?? null;
}
