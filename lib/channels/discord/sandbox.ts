import { type CalledStandIn, firstIn, objectIn, readMarkdown, textIn } from "../sandbox.ts";

const MAX: Readonly<Record<string, number>> = { title: 256, description: 4_096 };
const REFUSED = { status: 400, body: { message: "Invalid Form Body", code: 50_035 } };
const WORDS: Readonly<Record<number, string>> = { 11740702: "red", 11692544: "amber", 3046706: "green" };
const SIGNS = "*_~`|>#[]()<";

export const DISCORD_STAND_IN: CalledStandIn = {
  path: /^\/api\/webhooks\//,
  to: (path) => path,
  answer: ({ embeds }) => {
    const embed = firstIn(embeds);
    if (Object.keys(MAX).some((field) => textIn(embed[field]).length > (MAX[field] ?? 0))) return REFUSED;
    const url = textIn(embed.url);
    // A host without a dot is refused, such as one at home.
    if (url !== "" && !new URL(url).hostname.includes(".")) return { status: 400, body: { embeds: ["0"] } };
    return { status: 200, body: { id: "1", type: 0 } };
  },
  shows: ({ embeds, allowed_mentions }) => {
    const { title, description, url, color } = firstIn(embeds);
    const said = textIn(description);
    // A link of our own stands on the last line: in words, or as it is.
    const [last = "", label, masked, written] =
      /\n(?:\[([^[\]\\]+)\]\((https?:\/\/[^\s()]+)\)|(https?:\/\/\S+))$/.exec(said) ?? [];
    const head = readMarkdown(textIn(title), SIGNS);
    const body = readMarkdown(last === "" ? said : said.slice(0, -last.length), SIGNS);
    const mayPing = JSON.stringify(objectIn(allowed_mentions).parse) !== "[]";
    return {
      title: head.text,
      text: body.text,
      links: [textIn(url), masked ?? written ?? ""].filter(Boolean),
      button: label ?? null,
      loudness: WORDS[Number(color)] ?? null,
      commands: [...head.commands, ...body.commands, ...(mayPing ? ["mentions"] : [])],
    };
  },
  address: (sandboxUrl) => `${sandboxUrl}/api/webhooks/1/x`,
  typed: ["https://discord.com/api/webhooks/123456/abc-DEF_1"],
  wrong: ["https://discord.com/channels/1/2", "https://evil.example/api/webhooks/1/abc"],
};
