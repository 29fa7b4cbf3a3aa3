import { done } from "../../kernel/outcome.ts";
import { refuseAddress } from "../../language/addresses.ts";
import type { CallMessage, ChannelCall } from "../call.ts";
import { calledRules } from "../called-rules.ts";
import { readCalledUrl, sealedUrl } from "../called-url.ts";
import { cutWithEllipsis } from "../cut-text.ts";

const FORMS = ["slack", "google_chat", "teams"] as const;
type ChatForm = (typeof FORMS)[number];
type ChatSecret = { url: string; form: ChatForm };

const LABEL = "Chat";
const TEXT_CHARACTERS_MAX = 3_000;
const TEAMS_HOST = /(^|\.)(webhook\.office\.com|logic\.azure\.com|environment\.api\.powerplatform\.com)$/;
/** Mattermost and Rocket.Chat take Slack's body under this path, on any host. */
const HOOKS_PATH = /^\/(services|workflows|triggers|hooks)\//;

/** An incoming webhook of Slack, Mattermost, Rocket.Chat, Google Chat or Teams: its address says which. */
export const CHAT = calledRules({
  label: LABEL,
  read: (text, rules) => {
    const address = readCalledUrl(text, (words) => words.chatAddress, rules);
    if (!address.ok) return address;
    const form = formOf(address.value.url);
    if (form === null) return refuseAddress((words) => words.chat);
    return done(sealedUrl(address.value, { url: address.value.url.href, form } satisfies ChatSecret));
  },
});

function formOf({ hostname, pathname }: URL): ChatForm | null {
  if (hostname === "chat.googleapis.com") return "google_chat";
  if (TEAMS_HOST.test(hostname)) return "teams";
  return HOOKS_PATH.test(pathname) ? "slack" : null;
}

const BODIES: Record<ChatForm, (message: CallMessage) => object> = {
  slack: ({ content: { subject, text, url } }) => ({
    text: [`*${escaped(subject)}*`, escaped(text), url].filter(Boolean).join("\n"),
  }),
  google_chat: ({ content: { subject, text, url } }) => ({
    text: [unmentioned(subject), unmentioned(text), url].filter(Boolean).join("\n"),
  }),
  teams: ({ content: { subject, text, url, linkLabel = url } }) => ({
    type: "message",
    attachments: [
      {
        contentType: "application/vnd.microsoft.card.adaptive",
        content: {
          $schema: "http://adaptivecards.io/schemas/adaptive-card.json",
          type: "AdaptiveCard",
          version: "1.4",
          body: [
            { type: "TextBlock", text: unmarked(subject), weight: "Bolder", wrap: true },
            { type: "TextBlock", text: unmarked(text), wrap: true },
          ],
          actions: url === undefined ? [] : [{ type: "Action.OpenUrl", title: linkLabel, url }],
        },
      },
    ],
  }),
};

export const CHAT_CALL: ChannelCall = {
  name: LABEL,
  request: (message) => {
    const { url, form } = message.content.secret as ChatSecret;
    const content = { ...message.content, text: cutWithEllipsis(message.content.text, TEXT_CHARACTERS_MAX) };
    return { url, body: BODIES[form]({ ...message, content }) };
  },
  // Slack and Google Chat take one a second, and short bursts.
  pace: { per: "address", burst: 3, gapMs: 1_000 },
  // The webhook or its channel was removed, or an administrator forbade it.
  answers: [{ status: [401, 403, 404, 410], means: { kind: "permanent", recipientGone: "unregistered" } }],
};

/** Google Chat mentions by `<users/all>`, and knows no escape. */
const unmentioned = (text: string): string => text.replaceAll("<", "‹").replaceAll(">", "›");

/** A card's text is Markdown. */
const unmarked = (text: string): string => text.replace(/[\\*_[\]()<#`~]/g, "\\$&");

const NOTHING_SEEN = "\u200b";

/**
 * Slack's three characters of control; with `<` gone no name can mention a channel. Mattermost and Rocket.Chat, which
 * take the same body, mention by `@channel` alone.
 */
const escaped = (text: string): string =>
  text
    .replaceAll("@", `@${NOTHING_SEEN}`)
    .replaceAll("&", "&amp;")
    .replaceAll("<", "&lt;")
    .replaceAll(">", "&gt;")
    .replaceAll("*", "∗");
