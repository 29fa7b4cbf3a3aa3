import { calledChannel, readSealedUrl, secretUrl } from "../called-rules.ts";
import type { Urgency } from "../content.ts";
import { escapedWithin, isSettling } from "../message-parts.ts";

const LABEL = "Discord";
const HOSTS: readonly string[] = ["discord.com", "discordapp.com", "canary.discord.com", "ptb.discord.com"];
const PATH = /^\/api\/(v\d+\/)?webhooks\/\d+\/[\w-]+$/;
const TITLE_CHARACTERS_MAX = 256;
/** Discord accepts 4,096 characters; a link needs some of them. */
const TEXT_CHARACTERS_MAX = 3_500;
/** Shown without a push or a sound (discord.com/developers/docs/resources/message#message-object-message-flags). */
const SUPPRESS_NOTIFICATIONS = 1 << 12;
/** Red, amber and green. */
const COLOR: Record<Urgency, number> = { critical: 0xb3261e, warning: 0xb26a00, news: 0x2e7d32 };

const isDiscords = (hostname: string): boolean => HOSTS.includes(hostname);

/**
 * A channel's webhook, from Discord's page "Integrations". With `wait`, Discord responds after it has stored the
 * message. Mentions are off, so that no name in a text can notify anybody.
 */
export const DISCORD = calledChannel(LABEL, {
  read: readSealedUrl(
    "discord",
    ({ hostname, pathname }, checkAddresses) =>
      PATH.test(pathname) && (isDiscords(hostname) || !checkAddresses),
    isDiscords,
  ),
  request: ({ content, at, isLinkInText = false }) => {
    const address = new URL(secretUrl(content));
    address.searchParams.set("wait", "true");
    const { subject, text, url, urgency = "news", linkLabel = LABEL } = content;
    const link = url === undefined ? "" : isLinkInText ? `\n${url}` : `\n[${linkLabel}](${url})`;
    return {
      url: address.href,
      body: {
        embeds: [
          {
            title: escapedWithin(subject, TITLE_CHARACTERS_MAX, plain),
            description: `${escapedWithin(text, TEXT_CHARACTERS_MAX, plain)}${link}`,
            color: COLOR[urgency],
            timestamp: at,
            ...(url === undefined || isLinkInText ? {} : { url }),
          },
        ],
        allowed_mentions: { parse: [] },
        ...(isSettling(content) ? { flags: SUPPRESS_NOTIFICATIONS } : {}),
      },
    };
  },
  // If a link's host has no dot, Discord only says which embed is invalid.
  refusesLink: (body) => /"embeds"|"code"\s*:\s*50035/.test(body),
  // Five messages in two seconds (discord.com/developers/docs/topics/rate-limits).
  pace: { per: "address", burst: 5, gapMs: 400 },
  answers: [
    { status: [401, 403, 404], means: { kind: "permanent", recipientGone: "unregistered" } },
    // A global limit counts everything that we send, not only this webhook.
    { status: 429, says: '"global":true', means: { kind: "retry", pauses: "host" } },
  ],
});

/** Escapes Discord's Markdown, so that a device named `_x*` appears as written. */
const plain = (text: string): string => text.replace(/[\\*_~`|>#[\]()<]/g, "\\$&");
