import type { CalledChannel } from "../../schema/vocabulary.ts";

/** The parts of a message that a channel's app shows, according to its documentation. */
export type Shown = {
  title: string;
  text: string;
  /** The targets of the message, its buttons and its links. */
  links: readonly string[];
  /** The button's text; null for none. */
  button: string | null;
  /** The app's own word for the urgency; null for none. */
  loudness: string | null;
  /** The texts that the app reads as markup or mentions. */
  commands: readonly string[];
};

type Body = { readonly [field: string]: unknown };
type StandInAnswer = { status: number; body?: unknown };

/** A channel that is one HTTP call: what its provider accepts and refuses, and what its app shows. */
type ChannelApp = {
  answer: (body: Body) => StandInAnswer;
  shows: (body: Body) => Shown;
  /** The address that a person types for the sandbox. */
  address: (sandboxUrl: string) => string;
  /** Addresses as people paste them, each of a different form. */
  typed: readonly string[];
  wrong: readonly string[];
};

const objectIn = (value: unknown): Body =>
  typeof value === "object" && value !== null && !Array.isArray(value) ? (value as Body) : {};
const textIn = (value: unknown): string => (typeof value === "string" ? value : "");
const firstIn = (value: unknown): Body => objectIn(Array.isArray(value) ? value[0] : undefined);

/** Reads Markdown: an escaped character is itself, any other one of `signs` is a command. */
function readMarkdown(text: string, signs: string): { text: string; commands: string[] } {
  const commands: string[] = [];
  const read = text.replace(/\\([!-/:-@[-`{-~])|[\s\S]/g, (each: string, escaped: string | undefined) => {
    if (escaped === undefined && signs.includes(each)) commands.push(each);
    return escaped ?? each;
  });
  return { text: read, commands };
}

const NTFY_MESSAGE_BYTES_MAX = 4_096;
const NTFY_ACTIONS_MAX = 3;

const ntfyRefused = (code: number, error: string): StandInAnswer => ({
  status: 400,
  body: { code, http: 400, error },
});

const NTFY: ChannelApp = {
  answer: ({ topic, message, actions, priority }) => {
    if (!/^[-\w]{1,64}$/.test(textIn(topic))) return ntfyRefused(40_009, "invalid request: topic invalid");
    if (![1, 2, 3, 4, 5].includes(Number(priority)))
      return ntfyRefused(40_007, "invalid request: priority invalid");
    if (Array.isArray(actions) && actions.length > NTFY_ACTIONS_MAX)
      return ntfyRefused(40_018, "invalid request: actions invalid");
    // A real server makes it an attachment, which nobody reads.
    if (new TextEncoder().encode(textIn(message)).length > NTFY_MESSAGE_BYTES_MAX)
      return ntfyRefused(40_011, "message too long");
    return { status: 200, body: { id: "sandbox", event: "message" } };
  },
  shows: ({ title, message, click, actions, priority }) => ({
    title: textIn(title),
    text: textIn(message),
    links: [textIn(click)].filter(Boolean),
    button: textIn(firstIn(actions).label) || null,
    loudness: `priority ${priority}`,
    // Markdown is read only if a header asks for it.
    commands: [],
  }),
  address: (sandboxUrl) => `${sandboxUrl}/home`,
  typed: ["ada-home-7f3", "https://ntfy.example.com/home tk_aaaaaaaaaaaaaaaaaaaaaaaaaaaaa"],
  wrong: ["https://ntfy.sh/", "my topic", "my-topic not-a-token"],
};

const TELEGRAM_TEXT_UNITS_MAX = 4_096;
const TELEGRAM_DATA_BYTES_MAX = 64;

const telegramRefused = (description: string): StandInAnswer => ({
  status: 400,
  body: { ok: false, error_code: 400, description: `Bad Request: ${description}` },
});

function buttonsOf(markup: unknown): { text?: string; url?: string; callback_data?: string }[] {
  const { inline_keyboard: rows } = objectIn(markup);
  return Array.isArray(rows) ? rows.flat() : [];
}

const TELEGRAM: ChannelApp = {
  answer: ({ text, entities, reply_markup }) => {
    const length = textIn(text).length;
    if (length === 0) return telegramRefused("message text is empty");
    if (length > TELEGRAM_TEXT_UNITS_MAX) return telegramRefused("message is too long");
    const { offset = 0, length: marked = 0 } = firstIn(entities);
    if (Number(offset) + Number(marked) > length) return telegramRefused("entity beyond the end of the text");
    for (const { url, callback_data: data = "" } of buttonsOf(reply_markup)) {
      // A host without a dot is refused, such as one at home.
      if (url !== undefined && !new URL(url).hostname.includes("."))
        return telegramRefused(`inline keyboard button URL '${url}' is invalid: Wrong HTTP URL`);
      if (data.length > TELEGRAM_DATA_BYTES_MAX) return telegramRefused("BUTTON_DATA_INVALID");
    }
    return { status: 200, body: { ok: true, result: { message_id: 1 } } };
  },
  shows: ({ text, entities, reply_markup, disable_notification }) => {
    const length = Number(firstIn(entities).length ?? 0);
    const buttons = buttonsOf(reply_markup);
    const said = textIn(text);
    return {
      title: said.slice(0, length),
      text: said.slice(length).trim(),
      links: [...buttons.flatMap(({ url }) => url ?? []), ...(said.match(/https?:\/\/\S+/g) ?? [])],
      button: buttons[0]?.text ?? null,
      loudness: disable_notification === true ? "silent" : "rings",
      // Only entities make text bold; a name such as @someone is a link, and notifies nobody here.
      commands: [],
    };
  },
  address: () => "-1001234567890",
  typed: ["-1001234567890", "123456789", "@my_channel"],
  wrong: ["ada", "12 34"],
};

const PUSHOVER_EMERGENCY = 2;
const PUSHOVER_MAX: Readonly<Record<string, number>> = {
  title: 250,
  message: 1_024,
  url: 512,
  url_title: 100,
};
const PUSHOVER_WORDS = ["quiet", "normal", "high", "emergency"] as const;

const pushoverRefused = (error: string): StandInAnswer => ({
  status: 400,
  body: { status: 0, errors: [error], request: "sandbox" },
});

const PUSHOVER: ChannelApp = {
  answer: (body) => {
    if (textIn(body.message) === "") return pushoverRefused("message cannot be blank");
    const long = Object.keys(PUSHOVER_MAX).find(
      (field) => [...textIn(body[field])].length > (PUSHOVER_MAX[field] ?? 0),
    );
    if (long !== undefined) return pushoverRefused(`${long} is too long`);
    if (!/^[A-Za-z0-9]{30}$/.test(textIn(body.user))) return pushoverRefused("user identifier is invalid");
    if (body.priority === PUSHOVER_EMERGENCY && (Number(body.retry) < 30 || Number(body.expire) > 10_800))
      return pushoverRefused("retry or expire is out of range");
    const receipt = body.priority === PUSHOVER_EMERGENCY ? { receipt: "s".repeat(30) } : {};
    return { status: 200, body: { status: 1, request: "sandbox", ...receipt } };
  },
  shows: ({ title, message, url, url_title, priority }) => ({
    title: textIn(title),
    text: textIn(message),
    links: [textIn(url)].filter(Boolean),
    button: textIn(url_title) || null,
    loudness: PUSHOVER_WORDS[Number(priority) + 1] ?? null,
    // HTML is read only if the message asks for it.
    commands: [],
  }),
  address: () => "u".repeat(30),
  typed: ["uQiRzpo4DXghDmr9QzzfQu27cmVRsG"],
  wrong: ["short", "u".repeat(31)],
};

const DISCORD_MAX: Readonly<Record<string, number>> = { title: 256, description: 4_096 };
const DISCORD_REFUSED = { status: 400, body: { message: "Invalid Form Body", code: 50_035 } };
const DISCORD_WORDS: Readonly<Record<number, string>> = {
  11740702: "red",
  11692544: "amber",
  3046706: "green",
};
const DISCORD_SIGNS = "*_~`|>#[]()<";

const DISCORD: ChannelApp = {
  answer: ({ embeds }) => {
    const embed = firstIn(embeds);
    if (Object.keys(DISCORD_MAX).some((field) => textIn(embed[field]).length > (DISCORD_MAX[field] ?? 0)))
      return DISCORD_REFUSED;
    const url = textIn(embed.url);
    // A host without a dot is refused, such as one at home.
    if (url !== "" && !new URL(url).hostname.includes(".")) return { status: 400, body: { embeds: ["0"] } };
    return { status: 200, body: { id: "1", type: 0 } };
  },
  shows: ({ embeds, allowed_mentions }) => {
    const { title, description, url, color } = firstIn(embeds);
    const said = textIn(description);
    // Our own link is on the last line, with a text or as it is.
    const [last = "", label, masked, written] =
      /\n(?:\[([^[\]\\]+)\]\((https?:\/\/[^\s()]+)\)|(https?:\/\/\S+))$/.exec(said) ?? [];
    const head = readMarkdown(textIn(title), DISCORD_SIGNS);
    const body = readMarkdown(last === "" ? said : said.slice(0, -last.length), DISCORD_SIGNS);
    const mayPing = JSON.stringify(objectIn(allowed_mentions).parse) !== "[]";
    return {
      title: head.text,
      text: body.text,
      links: [textIn(url), masked ?? written ?? ""].filter(Boolean),
      button: label ?? null,
      loudness: DISCORD_WORDS[Number(color)] ?? null,
      commands: [...head.commands, ...body.commands, ...(mayPing ? ["mentions"] : [])],
    };
  },
  address: (sandboxUrl) => `${sandboxUrl}/api/webhooks/1/x`,
  typed: ["https://discord.com/api/webhooks/123456/abc-DEF_1"],
  wrong: ["https://discord.com/channels/1/2", "https://evil.example/api/webhooks/1/abc"],
};

const CHAT_TEXT_UNITS_MAX = 4_000;
const CHAT_LOOKALIKES: Readonly<Record<string, string>> = {
  "∗": "*",
  "∼": "~",
  ˋ: "`",
  "∣": "|",
  ˍ: "_",
  "‹": "<",
  "›": ">",
};
const CHAT_ENTITIES: Readonly<Record<string, string>> = { "&lt;": "<", "&gt;": ">", "&amp;": "&" };
const CHAT_CARD_SIGNS = "*_[]()<#`~|>";

const CHAT: ChannelApp = {
  answer: ({ text, attachments }) => {
    if (Array.isArray(attachments)) return { status: 202 };
    if (textIn(text) === "") return { status: 400, body: "no_text" };
    return textIn(text).length > CHAT_TEXT_UNITS_MAX
      ? { status: 400, body: "msg_too_long" }
      : { status: 200, body: "ok" };
  },
  shows: (body) =>
    Array.isArray(body.attachments) ? cardShown(body.attachments) : textShown(textIn(body.text)),
  address: (sandboxUrl) => `${sandboxUrl}/services/T0/x`,
  typed: [
    "https://hooks.slack.com/services/T0/B0/secret",
    "https://chat.googleapis.com/v1/spaces/A/messages?key=k&token=t",
    "https://x.webhook.office.com/webhookb2/1",
    "https://mattermost.example.com/hooks/abc123",
  ],
  wrong: ["https://example.com/anything"],
};

/** Reads a bold line, text, and a link. The stars around the first line are ours. */
function textShown(text: string): Shown {
  const [first = "", ...rest] = text.split("\n");
  const last = /^(?:(.+): )?(https?:\/\/\S+)$/.exec(rest.at(-1) ?? "");
  const lines = last === null ? rest : rest.slice(0, -1);
  const bold = /^\*([\s\S]*)\*$/.exec(first)?.[1];
  const said = [bold ?? first, ...lines].join("\n");
  return {
    title: seen(bold ?? first),
    text: seen(lines.join("\n")),
    links: last?.[2] === undefined ? [] : [last[2]],
    button: last?.[1] ?? null,
    loudness: /^(🚨|⚠️)/u.exec(seen(bold ?? first))?.[0] ?? null,
    commands: said.match(/[*~`|<>]|@(?=[\w-])|\]\(|(?<![\p{L}\d])_|_(?![\p{L}\d])/gu) ?? [],
  };
}

const seen = (text: string): string =>
  text
    .replaceAll("\u200b", "")
    .replace(/[∗∼ˋ∣ˍ‹›]/gu, (sign) => CHAT_LOOKALIKES[sign] ?? sign)
    .replace(/&(lt|gt|amp);/g, (entity) => CHAT_ENTITIES[entity] ?? entity);

function cardShown(attachments: readonly unknown[]): Shown {
  const { body, actions } = objectIn(firstIn(attachments).content);
  const blocks = Array.isArray(body)
    ? body.map((block) => readMarkdown(textIn(block.text), CHAT_CARD_SIGNS))
    : [];
  const { title, url } = firstIn(actions);
  return {
    title: blocks[0]?.text ?? "",
    text: blocks[1]?.text ?? "",
    links: [textIn(url)].filter(Boolean),
    button: textIn(title) || null,
    loudness: /^(🚨|⚠️)/u.exec(blocks[0]?.text ?? "")?.[0] ?? null,
    commands: blocks.flatMap(({ commands }) => commands),
  };
}

const HOME_ASSISTANT: ChannelApp = {
  // Also if no automation waits for that id.
  answer: () => ({ status: 200 }),
  shows: ({ title, message, url, urgency }) => ({
    title: textIn(title),
    text: textIn(message),
    links: [textIn(url)].filter(Boolean),
    button: null,
    loudness: textIn(urgency),
    commands: [],
  }),
  address: (sandboxUrl) => `${sandboxUrl}/api/webhook/pipes-hook`,
  typed: ["http://ha.local:8123/api/webhook/-pipes-hook-1"],
  wrong: ["http://10.0.0.5:8123/api/webhook/abcdefgh", "https://ha.example.com/lovelace"],
};

const APPRISE: ChannelApp = {
  answer: ({ body }) =>
    textIn(body) === ""
      ? { status: 400, body: { error: "Payload lacks minimum requirements." } }
      : { status: 200, body: { error: null, details: [] } },
  shows: ({ title, body, type }) => {
    const said = `${textIn(title)}\n${textIn(body)}`;
    const [last = "", label, link] = /\n(?:(.+): )?(https?:\/\/\S+)$/.exec(textIn(body)) ?? [];
    return {
      title: textIn(title).replaceAll("\u200b", ""),
      text: textIn(body)
        .slice(0, textIn(body).length - last.length)
        .replaceAll("\u200b", ""),
      links: link === undefined ? [] : [link],
      button: label ?? null,
      loudness: textIn(type),
      // Apprise forwards to services, some of which read these as mentions.
      commands: said.match(/@(?=[\w-])|<(?=[@!#\w])/g) ?? [],
    };
  },
  address: (sandboxUrl) => `${sandboxUrl}/notify/home`,
  typed: ["https://apprise.example.com/notify/home"],
  wrong: ["https://apprise.example.com/status", "https://localhost/notify/home"],
};

export const CHANNEL_APPS: { readonly [C in CalledChannel]: ChannelApp } = {
  ntfy: NTFY,
  telegram: TELEGRAM,
  pushover: PUSHOVER,
  discord: DISCORD,
  chat: CHAT,
  home_assistant: HOME_ASSISTANT,
  apprise: APPRISE,
};
