import { type CalledStandIn, firstIn, objectIn, readMarkdown, type Shown, textIn } from "../sandbox.ts";

const TEXT_UNITS_MAX = 4_000;
const LOOKALIKES: Readonly<Record<string, string>> = {
  "∗": "*",
  "∼": "~",
  ˋ: "`",
  "∣": "|",
  ˍ: "_",
  "‹": "<",
  "›": ">",
};
const ENTITIES: Readonly<Record<string, string>> = { "&lt;": "<", "&gt;": ">", "&amp;": "&" };
const CARD_SIGNS = "*_[]()<#`~|>";

export const CHAT_STAND_IN: CalledStandIn = {
  path: /^\/(services|hooks)\//,
  to: (path) => path,
  answer: ({ text, attachments }) => {
    if (Array.isArray(attachments)) return { status: 202 };
    if (textIn(text) === "") return { status: 400, body: "no_text" };
    return textIn(text).length > TEXT_UNITS_MAX
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

/** One bold line, text, and a link: the stars around the first line are ours. */
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
    .replace(/[∗∼ˋ∣ˍ‹›]/gu, (sign) => LOOKALIKES[sign] ?? sign)
    .replace(/&(lt|gt|amp);/g, (entity) => ENTITIES[entity] ?? entity);

function cardShown(attachments: readonly unknown[]): Shown {
  const { body, actions } = objectIn(firstIn(attachments).content);
  const blocks = Array.isArray(body) ? body.map((block) => readMarkdown(textIn(block.text), CARD_SIGNS)) : [];
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
