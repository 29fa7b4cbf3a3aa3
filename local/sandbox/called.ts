import { APPRISE_STAND_IN } from "../../lib/channels/apprise/sandbox.ts";
import { CHAT_STAND_IN } from "../../lib/channels/chat/sandbox.ts";
import { DISCORD_STAND_IN } from "../../lib/channels/discord/sandbox.ts";
import { HOME_ASSISTANT_STAND_IN } from "../../lib/channels/home-assistant/sandbox.ts";
import { NTFY_STAND_IN } from "../../lib/channels/ntfy/sandbox.ts";
import { PUSHOVER_STAND_IN } from "../../lib/channels/pushover/sandbox.ts";
import type { CalledStandIn } from "../../lib/channels/sandbox.ts";
import {
  parseObject,
  type SandboxAnswer,
  type SandboxMailbox,
  type StandIn,
} from "../../lib/channels/sandbox.vendor.ts";
import { TELEGRAM_STAND_IN } from "../../lib/channels/telegram/sandbox.ts";
import { CALLED_CHANNELS, type CalledChannel } from "../../schema/vocabulary.ts";

/** The stand-in of each channel that is one HTTP call, out of the channel's folder. */
export const CALLED_STAND_INS: { readonly [C in CalledChannel]: CalledStandIn } = {
  ntfy: NTFY_STAND_IN,
  telegram: TELEGRAM_STAND_IN,
  pushover: PUSHOVER_STAND_IN,
  discord: DISCORD_STAND_IN,
  chat: CHAT_STAND_IN,
  home_assistant: HOME_ASSISTANT_STAND_IN,
  apprise: APPRISE_STAND_IN,
};

/** Requests to a service besides messages: nobody has done anything with the bot, and what rings is ended. */
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

/** Everything that is called with one POST. */
export const calledStandIn = (mailbox: SandboxMailbox): StandIn => ({
  provider: "called",
  paths: [...Object.values(CALLED_STAND_INS), ...ASIDE].map(({ path }) => path),
  faults: FAULTS,
  suffers: ({ method }) => method === "POST",
  answer: async ({ method, url, text }, pause) => {
    const aside = ASIDE.find(({ path }) => path.test(url.pathname));
    if (aside !== undefined && method === "POST") return aside.answers;
    const channel = CALLED_CHANNELS.find((each) => CALLED_STAND_INS[each].path.test(url.pathname));
    const body = parseObject(text);
    if (channel === undefined) return { status: 404, body: { error: "Not found" } };
    if (method !== "POST") return { status: 405, body: { error: "Only POST" } };
    if (body === undefined) return { status: 400, body: { error: "The body must be a JSON object" } };
    await pause();
    const standIn = CALLED_STAND_INS[channel];
    const answer = standIn.answer(body);
    if (answer.status < 300)
      mailbox.add({
        channel,
        to: standIn.to(url.pathname, body),
        subject: standIn.shows(body).title,
        body: text,
        idempotency_key: null,
        at: new Date().toISOString(),
      });
    return answer;
  },
});
