import { calledChannel, readSealedUrl, secretUrl } from "../called-rules.ts";
import type { Urgency } from "../content.ts";
import { escapedWithin, isSettling } from "../message-parts.ts";

const LABEL = "Discord";
const HOSTS: readonly string[] = ["discord.com", "discordapp.com", "canary.discord.com", "ptb.discord.com"];
const PATH = /^\/api\/(v\d+\/)?webhooks\/\d+\/[\w-]+$/;
const TITLE_CHARACTERS_MAX = 256;
/** It takes 4,096, and a link may need some of them. */
const TEXT_CHARACTERS_MAX = 3_500;
/** Shown without a push or a sound (discord.com/developers/docs/resources/message#message-object-message-flags). */
const SUPPRESS_NOTIFICATIONS = 1 << 12;
/** The colours of mail: danger, warning, over. */
const COLOUR: Record<Urgency, number> = { critical: 0xb3261e, warning: 0xb26a00, news: 0x2e7d32 };

const isDiscords = (hostname: string): boolean => HOSTS.includes(hostname);

/**
 * A channel's webhook, as Discord gives it out under Integrations. `wait` has Discord answer after the message is stored; no
 * name in a home's text may ping anybody.
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
            color: COLOUR[urgency],
            timestamp: at,
            ...(url === undefined || isLinkInText ? {} : { url }),
          },
        ],
        allowed_mentions: { parse: [] },
        ...(isSettling(content) ? { flags: SUPPRESS_NOTIFICATIONS } : {}),
      },
    };
  },
  // It says no more of an embed's link without a dot in its host than which embed has it.
  refusesLink: (body) => /"embeds"|"code"\s*:\s*50035/.test(body),
  // Five in two seconds (discord.com/developers/docs/topics/rate-limits).
  pace: { per: "address", burst: 5, gapMs: 400 },
  answers: [
    { status: [401, 403, 404], means: { kind: "permanent", recipientGone: "unregistered" } },
    // Not this webhook alone: everything that this service sends.
    { status: 429, says: '"global":true', means: { kind: "retry", pauses: "host" } },
  ],
});

/** Discord reads Markdown: a device named `_x*` stays as it is written. */
const plain = (text: string): string => text.replace(/[\\*_~`|>#[\]()<]/g, "\\$&");
