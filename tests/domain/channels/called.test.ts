import { describe, expect, test } from "vitest";
import type { CallMessage } from "../../../lib/channels/call.ts";
import { ADDRESS_READERS, CHANNEL_CALLS } from "../../../lib/channels/registry.ts";
import { CALLED_CHANNELS, type CalledChannel } from "../../../schema/vocabulary.ts";
import { CHANNEL_APPS } from "../../support/channel-apps.ts";

const RULES = {
  policy: undefined as never,
  webhookRules: { allowedHosts: ["ha.local:8123"], ownHosts: ["hearth.example.net"] },
  random: (count: number) => new Uint8Array(count),
};
const read = (channel: CalledChannel, text = CHANNEL_APPS[channel].typed[0] ?? "") => {
  return ADDRESS_READERS[channel](text, RULES);
};
function requestOf(channel: CalledChannel, content: Partial<CallMessage["content"]> = {}, typed?: string) {
  const address = read(channel, typed);
  if (!address.ok) throw new Error(address.problem.sentence);
  const { secret, address: recipient } = address.value;
  const message = {
    id: "msg_1",
    recipient,
    at: "2026-11-22T10:00:00.000Z",
    content: { subject: "Pipes may freeze", text: "Cellar is at 33 °F", ...content, secret },
  };
  return CHANNEL_CALLS[channel].request(message, { token: "operators-token", baseUrl: null });
}

describe("an address", () => {
  const each = (of: "typed" | "wrong") =>
    CALLED_CHANNELS.flatMap((channel) => CHANNEL_APPS[channel][of].map((text) => [channel, text] as const));

  test.each(each("typed"))("of %s is taken as people paste it: %s", (channel, typed) => {
    expect(read(channel, typed).ok).toBe(true);
  });

  test.each(each("wrong"))("of %s is refused in a sentence: %s", (channel, typed) => {
    const refused = read(channel, typed);
    expect(refused.ok).toBe(false);
    if (refused.ok) return;
    const { sentence, sentences } = refused.problem;
    expect(sentence).toMatch(/^The .{20,}/);
    expect(sentences).toEqual({ en: sentence, es: expect.stringMatching(/^La .{20,}/) });
  });

  test.each(["ntfy", "discord", "chat", "home_assistant", "apprise"] as const)(
    "of %s shows its host and keeps the rest of it sealed",
    (channel) => {
      const address = read(channel);
      if (!address.ok) throw new Error("refused");
      expect(address.value.address).toMatch(/^https?:\/\/[\w.:-]+\/…[0-9a-f]{8}$/);
      expect(address.value.secret).not.toBeNull();
    },
  );

  test.each([
    ["ntfy", "http://ntfy.sh/ada-home"],
    ["discord", "http://discord.com/api/webhooks/123456/abc"],
    ["discord", "http://discord.com:80/api/webhooks/123456/abc"],
    ["chat", "http://hooks.slack.com/services/T0/B0/secret"],
    ["chat", "http://chat.googleapis.com/v1/spaces/A/messages?key=k"],
    ["chat", "http://x.webhook.office.com/webhookb2/1"],
  ] as const)("of %s at its provider is made HTTPS, which it shows: %s", (channel, typed) => {
    const address = read(channel, typed);
    expect(address.ok && address.value.address).toMatch(/^https:\/\/[a-z.]+\/…/);
    expect(requestOf(channel, {}, typed).url).toMatch(/^https:\/\/[a-z.]+\//);
  });

  test("of a server of one's own keeps its HTTP", () => {
    expect(requestOf("ntfy", {}, "http://ntfy.example.com/home").url).toBe("http://ntfy.example.com/");
  });

  /** Paths that the channels would accept. */
  const PATHS = [
    "/home",
    "/api/webhooks/1/abc",
    "/services/T0/B0/x",
    "/api/webhook/pipes-hook-1",
    "/notify/home",
    "/api/feeds/example",
  ];
  const HOSTS = [
    "https://hearth.example.net",
    "https://hearth.example.net:8443",
    "https://10.0.0.5",
    "https://[fd00::1]",
    "https://nas.local",
    "https://ada:secret@ntfy.example.com",
    "https://ntfy.example.com:22",
    "ftp://ntfy.example.com",
  ];
  const CALLED_BY_URL = ["ntfy", "discord", "chat", "home_assistant", "apprise", "webhook"] as const;

  test.each(CALLED_BY_URL)(
    "of %s is refused where a call would be: this service, a home's network",
    (channel) => {
      const taken = HOSTS.flatMap((host) => PATHS.map((at) => host + at)).filter(
        (typed) => ADDRESS_READERS[channel](typed, RULES).ok,
      );
      expect(taken).toEqual([]);
    },
  );

  test("of one ntfy topic with two tokens is two addresses", () => {
    const [one, two] = ["tk_aaaaaaaaaaaaaaaaaaaaaaaaaaaaa", "tk_bbbbbbbbbbbbbbbbbbbbbbbbbbbbb"].map((token) =>
      read("ntfy", `https://ntfy.example.com/home ${token}`),
    );
    expect(one?.ok && two?.ok && one.value.address !== two.value.address).toBe(true);
  });
});

describe("a message", () => {
  const TOKEN = "0123456789ABCDEFabcdef";
  const LINK = { url: `https://hearth.example.net/a/${TOKEN}`, mayAcknowledge: true };
  const CALLED = "https://hearth.example.net/api/channels";

  test("to ntfy rings through when it is critical, and can be answered", () => {
    expect(requestOf("ntfy", { ...LINK, urgency: "critical" })).toMatchObject({
      url: "https://ntfy.sh/",
      body: {
        topic: "ada-home-7f3",
        priority: 5,
        click: LINK.url,
        actions: [{ action: "http", url: `${CALLED}/ntfy/${TOKEN}`, method: "POST" }],
      },
    });
  });
  test("to ntfy carries the access token that was typed after the address", () => {
    const token = "tk_aaaaaaaaaaaaaaaaaaaaaaaaaaaaa";
    expect(requestOf("ntfy", {}, `https://ntfy.example.com/home ${token}`)).toMatchObject({
      url: "https://ntfy.example.com/",
      headers: { Authorization: `Bearer ${token}` },
    });
  });

  test("to Pushover names where its confirmation goes, and is ended by its receipt", () => {
    expect(requestOf("pushover", { ...LINK, urgency: "critical" }).body).toMatchObject({
      callback: `${CALLED}/pushover/${TOKEN}`,
    });
    expect(requestOf("pushover", { ...LINK, urgency: "warning" }).body).not.toHaveProperty("callback");
    const { idOf, cancel } = CHANNEL_CALLS.pushover;
    const receipt = idOf?.(`{"status":1,"receipt":"${"r".repeat(30)}"}`);
    expect(receipt).toBe("r".repeat(30));
    expect(idOf?.('{"status":1,"request":"x"}')).toBeNull();
    expect(cancel?.(receipt ?? "", { token: "operators-token", baseUrl: null })).toEqual({
      url: `https://api.pushover.net/1/receipts/${receipt}/cancel.json`,
      body: { token: "operators-token" },
    });
  });

  test("to Pushover repeats a critical alert until somebody confirms it", () => {
    expect(requestOf("pushover", { urgency: "critical" }).body).toMatchObject({
      priority: 2,
      retry: 60,
      expire: 3_600,
    });
    expect(requestOf("pushover", { urgency: "warning" }).body).toMatchObject({ priority: 1 });
  });
});
