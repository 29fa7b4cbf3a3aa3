import { describe, expect, test } from "vitest";
import { callTwiml, spokenText } from "../../../lib/channels/call/spoken.ts";
import type { MessageContent } from "../../../lib/channels/content.ts";
import { SIGNS } from "../../../lib/channels/message-parts.ts";
import { ADDRESS_READERS, CHANNEL_CALLS, CHANNEL_RULES } from "../../../lib/channels/registry.ts";
import { askContent, handOverContent } from "../../../lib/messages/notice/plain-content.ts";
import { renderNotice } from "../../../lib/messages/notice/render-notice.ts";
import { CALLED_CHANNELS, type CalledChannel, LANGUAGES } from "../../../schema/vocabulary.ts";
import { CHANNEL_APPS } from "../../support/channel-apps.ts";
import { readLines } from "../../support/json-lines.ts";
import { freeze, input } from "../messages/notice-fixtures.ts";

/** Names of homes, rooms or sensors that contain markup or mentions, on purpose or by chance. */
const NAMES = readLines<[string, string, number?]>(new URL("hostile-names.jsonl", import.meta.url)).map(
  ([called, part, times = 1]) => [called, part.repeat(times)] as const,
);
const LINK = "https://hearth.example.net/a/0123456789ABCDEFabcdef";
const RULES = {
  policy: undefined as never,
  webhookRules: { allowedHosts: ["ha.local:8123"], ownHosts: [] },
  random: (count: number) => new Uint8Array(count),
};
/** Each channel with each kind of address that it accepts. */
const WAYS = CALLED_CHANNELS.flatMap((channel) =>
  CHANNEL_APPS[channel].typed.map((typed) => [channel, typed] as const),
);

function bodyFor(channel: CalledChannel, typed: string, content: MessageContent, isLinkInText?: true) {
  const read = ADDRESS_READERS[channel](typed, RULES);
  if (!read.ok) throw new Error(`${channel} refuses ${typed}`);
  const { address: recipient, secret } = read.value;
  const message = { id: "msg_1", recipient, at: "2026-11-22T10:00:00.000Z", content: { ...content, secret } };
  const { body } = CHANNEL_CALLS[channel].request(
    { ...message, ...(isLinkInText ? { isLinkInText } : {}) },
    { token: "t", baseUrl: null },
  );
  const wire = JSON.stringify({ ...body, ...(channel === "pushover" ? { user: "u".repeat(30) } : {}) });
  expect(wire.isWellFormed()).toBe(true);
  return JSON.parse(wire) as Record<string, unknown>;
}

const noticeFor = (name: string, language: "en" | "es" = "en") =>
  renderNotice(
    input(freeze(), {
      household: { name, timeZone: "America/New_York" },
      names: { sensor: name, device: name, space: name },
      reader: { language, temperatureUnit: "°F" },
      url: LINK,
    }),
  );

describe.each(WAYS)("a message by %s to %s", (channel, typed) => {
  const { answer, shows } = CHANNEL_APPS[channel];

  test.each(NAMES)("is taken, commands nothing and keeps its link, with a home called %s", (_, name) => {
    for (const language of LANGUAGES) {
      const content = CHANNEL_RULES[channel].write(noticeFor(name, language));
      const body = bodyFor(channel, typed, content);
      expect(answer(body).status).toBeLessThan(300);
      const shown = shows(body);
      expect(shown.commands).toEqual([]);
      expect(shown.links).toContain(LINK);
      expect(shown.title.replace(/^(🚨|⚠️) /u, "")).toBe(content.subject);
      expect(shown.text).toContain(content.text);
    }
  });

  test.each(NAMES)("is cut between characters where the text itself is %s", (_, name) => {
    const content = { subject: `At ${name}`, text: `It is ${name}`, url: LINK, urgency: "critical" } as const;
    for (const isLinkInText of [undefined, true] as const) {
      const body = bodyFor(channel, typed, content, isLinkInText);
      expect(answer(body).status).toBeLessThan(300);
      const { title, commands, links } = shows(body);
      expect(commands).toEqual([]);
      expect(links).toContain(LINK);
      if (name.startsWith("👨") && title.endsWith("…")) expect(title.slice(0, -1)).toMatch(/👦$/u);
    }
  });
});

describe.each(NAMES)("a home called %s", (_, name) => {
  const notice = noticeFor(name);
  const nameless = `${noticeFor("Cabin").html}`;

  test("puts no element of its own into a mail, and no line into its subject", () => {
    const { subject, html = "" } = CHANNEL_RULES.email.write(notice);
    expect(subject).not.toMatch(/[\p{Cc}\u2028\u2029]/u);
    const elements = (text: string) => text.match(/<[a-z!/][^>]*>/gi)?.length;
    expect(elements(html)).toBe(elements(nameless));
    expect(html).toContain(LINK);
  });

  test("is one line of a push, whose link stands apart", () => {
    const { subject, text, url } = CHANNEL_RULES.push.write(notice);
    expect(`${subject}${text}`).not.toMatch(/[\p{Cc}\u202a-\u202e\u2066-\u2069]/u);
    expect(url).toBe(LINK);
  });

  test("adds no verb to a call, which stays within what Twilio takes", () => {
    const text = spokenText(CHANNEL_RULES.call.write(notice));
    const twiml = callTwiml({ text, language: "en", answerUrl: `${LINK}/x`, isNews: true });
    expect(twiml.length).toBeLessThanOrEqual(4_000);
    expect(twiml.match(/<[A-Za-z]+/g)).toEqual(
      ["Response", "Pause", "Gather", "Say", "Gather", "Say", "Gather", "Say", "Say"].map(
        (verb) => `<${verb}`,
      ),
    );
  });
});

/** What programs make a link of, whoever wrote it. */
const LINKED = /:\/\/|www\.|[\p{L}\p{N}]\.\p{L}{2,}(?![\p{L}\p{N}_])/iu;

test.each([
  "https://evil.example/pay",
  "_https://evil.example",
  "evil.example",
  "evil.example:8443/pay",
  "пример.рф/pay",
  "ｈｔｔｐｓ：／／ｅｖｉｌ．ｅｘａｍｐｌｅ／ｐａｙ",
  "ⓔⓥⓘⓛ．ⓒⓞⓜ",
])("a home or a person called %s puts no link into a message", (name) => {
  const by = { name, email: "ada@localhost" };
  const said = (["sms", "email", "ntfy"] as const).flatMap((channel) => [
    askContent({ channel, language: "en", by, home: name, url: LINK, declineUrl: LINK }),
    handOverContent({ home: name, title: name, by, url: LINK }, { channel, language: "en" }, true),
  ]);
  const texts = [noticeFor(name).sms, ...said.map(({ subject, text }) => `${subject}\n${text}`)];
  for (const text of texts) expect(text.replaceAll(LINK, "")).not.toMatch(LINKED);
});

test("an app without another way to show it says how urgent a message is", () => {
  for (const urgency of ["critical", "warning"] as const) {
    const content = { subject: "Pipes may freeze", text: "Cellar is at 33 °F", url: LINK, urgency };
    for (const [channel, typed] of WAYS.filter(([each]) => each === "chat" || each === "telegram"))
      expect(CHANNEL_APPS[channel].shows(bodyFor(channel, typed, content)).title).toMatch(
        new RegExp(`^${SIGNS[urgency]}`, "u"),
      );
  }
});
