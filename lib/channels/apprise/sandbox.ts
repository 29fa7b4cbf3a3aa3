import { type CalledStandIn, textIn } from "../sandbox.ts";

export const APPRISE_STAND_IN: CalledStandIn = {
  path: /^\/notify\//,
  to: (path) => path,
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
      // It forwards to services, some of which mention people by these.
      commands: said.match(/@(?=[\w-])|<(?=[@!#\w])/g) ?? [],
    };
  },
  address: (sandboxUrl) => `${sandboxUrl}/notify/home`,
  typed: ["https://apprise.example.com/notify/home"],
  wrong: ["https://apprise.example.com/status", "https://localhost/notify/home"],
};
