import { describe, expect, test } from "vitest";
import { CHANNEL_CALLS } from "../../../lib/channels/registry.ts";
import { CALLED_CHANNELS } from "../../../schema/vocabulary.ts";

/** What somebody calls a room who wishes its readers ill, or only has no luck. */
const NAMES = [
  "@everyone",
  "@channel @here @all",
  "<!channel>",
  "<users/all>",
  "<@U0123>",
  "_x*",
  "[bank](https://evil.example)",
  "`code` ~gone~ ||hidden|| # title",
  "</at><at>everyone</at>",
  "\\*already\\*",
  "🥶🏚️👨‍👩‍👧‍👦",
  "\u202eright to left\u0000",
  "x".repeat(5_000),
];

const SECRETS: Record<string, Record<string, unknown>> = {
  ntfy: { origin: "https://ntfy.sh", topic: "home", token: null },
  discord: { url: "https://discord.com/api/webhooks/1/x" },
  slack: { url: "https://hooks.slack.com/services/x", form: "slack" },
  google_chat: { url: "https://chat.googleapis.com/v1/x", form: "google_chat" },
  teams: { url: "https://x.webhook.office.com/1", form: "teams" },
  home_assistant: { url: "https://ha.example.com/api/webhook/12345678" },
  apprise: { url: "https://apprise.example.com/notify/home" },
};
const CHATS = ["slack", "google_chat", "teams"] as const;
const WAYS = [...CALLED_CHANNELS.filter((channel) => channel !== "chat"), ...CHATS];

function bodyFor(way: (typeof WAYS)[number], name: string): string {
  const channel = CHATS.some((chat) => chat === way) ? "chat" : (way as (typeof CALLED_CHANNELS)[number]);
  const content = { subject: `Water at ${name}`, text: `Leak: ${name} is wet`, secret: SECRETS[way] };
  const message = { id: "msg_1", recipient: "42", at: "2026-11-22T10:00:00.000Z", content };
  return JSON.stringify(CHANNEL_CALLS[channel].request(message, { token: "t", baseUrl: null }).body);
}

describe.each(WAYS)("a message by %s", (way) => {
  test.each(NAMES)("is whole and within bounds, whatever a room is called: %j", (name) => {
    const body = bodyFor(way, name);
    expect(body.isWellFormed()).toBe(true);
    expect(JSON.parse(body)).toBeTypeOf("object");
    expect(body.length).toBeLessThan(16_000);
  });
});

test.each([
  ["slack", "<!channel>", "<!channel>"],
  ["slack", "<@U0123>", "<@U0123>"],
  ["slack", "@channel", "@channel"],
  ["google_chat", "<users/all>", "<users/all>"],
  ["teams", "[bank](https://evil.example)", "[bank](https"],
  ["teams", "_x*", " _x*"],
  ["discord", "_x*", " _x*"],
  ["discord", "[bank](https://evil.example)", "[bank](https"],
] as const)("%s takes a room called %s for no command", (way, name, command) => {
  expect(bodyFor(way, name)).not.toContain(command);
});

test("Telegram's bold ends where the first line ends, in UTF-16 units", () => {
  for (const name of NAMES) {
    const { text, entities } = JSON.parse(bodyFor("telegram", name)) as {
      text: string;
      entities: { offset: number; length: number }[];
    };
    expect(text.length).toBeLessThanOrEqual(4_096);
    for (const { offset, length } of entities) expect(offset + length).toBeLessThanOrEqual(text.length);
  }
});
