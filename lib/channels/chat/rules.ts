import type { CallMessage } from "../call.ts";
import { calledChannel, readSealedUrl, secretUrl } from "../called-rules.ts";
import { escapedWithin, labeled, SIGNS } from "../message-parts.ts";

type ChatForm = "slack" | "google_chat" | "teams";

const TITLE_CHARACTERS_MAX = 250;
const TEXT_CHARACTERS_MAX = 3_000;
const HTTPS_HOSTS: readonly string[] = ["hooks.slack.com", "hooks.slack-gov.com", "chat.googleapis.com"];
const TEAMS_HOST = /(^|\.)(webhook\.office\.com|logic\.azure\.com|environment\.api\.powerplatform\.com)$/;
/** Mattermost and Rocket.Chat accept Slack's body under this path, on any host. */
const HOOKS_PATH = /^\/(services|workflows|triggers|hooks)\//;

function formOf({ hostname, pathname }: URL): ChatForm | null {
  if (hostname === "chat.googleapis.com") return "google_chat";
  if (TEAMS_HOST.test(hostname)) return "teams";
  return HOOKS_PATH.test(pathname) ? "slack" : null;
}

/** Writes the title between stars, which make it bold. */
const starred =
  (written: (text: string) => string) =>
  ({ content: { subject, text, ...link } }: CallMessage): object => ({
    text: [
      `*${escapedWithin(subject, TITLE_CHARACTERS_MAX, written)}*`,
      escapedWithin(text, TEXT_CHARACTERS_MAX, written),
      labeled(link),
    ]
      .filter(Boolean)
      .join("\n"),
  });

const BODIES: Record<ChatForm, (message: CallMessage) => object> = {
  slack: starred((text) => forSlack(text)),
  google_chat: starred((text) => forGoogle(text)),
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
            {
              type: "TextBlock",
              text: escapedWithin(subject, TITLE_CHARACTERS_MAX, forCard),
              weight: "Bolder",
              wrap: true,
            },
            { type: "TextBlock", text: escapedWithin(text, TEXT_CHARACTERS_MAX, forCard), wrap: true },
          ],
          actions: url === undefined ? [] : [{ type: "Action.OpenUrl", title: linkLabel, url }],
        },
      },
    ],
  }),
};

/** False for Mattermost and Rocket.Chat: people's own servers may only speak HTTP. */
const isProviders = (hostname: string): boolean =>
  HTTPS_HOSTS.includes(hostname) || TEAMS_HOST.test(hostname);

/** An incoming webhook of Slack, Mattermost, Rocket.Chat, Google Chat or Teams; its URL tells which. */
export const CHAT = calledChannel("Chat", {
  read: readSealedUrl("chat", (url) => formOf(url) !== null, isProviders),
  request: (message) => {
    const url = secretUrl(message.content);
    const { urgency = "news" } = message.content;
    const subject = `${SIGNS[urgency]}${message.content.subject.replace(/\s+/g, " ")}`;
    const content = { ...message.content, subject };
    return { url, body: BODIES[formOf(new URL(url)) ?? "slack"]({ ...message, content }) };
  },
  // Slack and Google Chat accept one message a second, and short bursts.
  pace: { per: "address", burst: 3, gapMs: 1_000 },
  // The webhook or its channel was removed, or an administrator forbade it.
  answers: [{ status: [401, 403, 404, 410], means: { kind: "permanent", recipientGone: "unregistered" } }],
});

const NOTHING_SEEN = "\u200b";

/**
 * Replaces markup and mentions by characters that look alike, because Slack and Google Chat can't escape them.
 * Mattermost and Rocket.Chat, which accept Slack's body, mention by `@channel` and link by `[…](…)`.
 */
const unmarked = (text: string): string =>
  text
    .replaceAll("@", `@${NOTHING_SEEN}`)
    .replaceAll("](", `]${NOTHING_SEEN}(`)
    .replaceAll("*", "∗")
    .replaceAll("~", "∼")
    .replaceAll("`", "ˋ")
    .replaceAll("|", "∣")
    .replace(/(?<![\p{L}\d])_|_(?![\p{L}\d])/gu, "ˍ");

/** Replaces `<` and `>` as well: Google Chat mentions by `<users/all>`. */
const forGoogle = (text: string): string => unmarked(text).replaceAll("<", "‹").replaceAll(">", "›");

/** Escapes Slack's three control characters as well; without `<` no name can mention a channel. */
const forSlack = (text: string): string =>
  unmarked(text).replaceAll("&", "&amp;").replaceAll("<", "&lt;").replaceAll(">", "&gt;");

/** Escapes Markdown, which a card's text is. */
const forCard = (text: string): string => text.replace(/[\\*_[\]()<#`~|>]/g, "\\$&");
