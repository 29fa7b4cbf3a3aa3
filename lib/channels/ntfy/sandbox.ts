import { type CalledStandIn, firstIn, type StandInAnswer, textIn } from "../sandbox.ts";

const MESSAGE_BYTES_MAX = 4_096;
const ACTIONS_MAX = 3;

const refused = (code: number, error: string): StandInAnswer => ({
  status: 400,
  body: { code, http: 400, error },
});

export const NTFY_STAND_IN: CalledStandIn = {
  path: /^\/$/,
  to: (_path, { topic }) => textIn(topic),
  answer: ({ topic, message, actions, priority }) => {
    if (!/^[-\w]{1,64}$/.test(textIn(topic))) return refused(40_009, "invalid request: topic invalid");
    if (![1, 2, 3, 4, 5].includes(Number(priority)))
      return refused(40_007, "invalid request: priority invalid");
    if (Array.isArray(actions) && actions.length > ACTIONS_MAX)
      return refused(40_018, "invalid request: actions invalid");
    // A real server makes it an attachment, which nobody reads.
    if (new TextEncoder().encode(textIn(message)).length > MESSAGE_BYTES_MAX)
      return refused(40_011, "message too long");
    return { status: 200, body: { id: "sandbox", event: "message" } };
  },
  shows: ({ title, message, click, actions, priority }) => ({
    title: textIn(title),
    text: textIn(message),
    links: [textIn(click)].filter(Boolean),
    button: textIn(firstIn(actions).label) || null,
    loudness: `priority ${priority}`,
    // Markdown is read only where its header asks for it.
    commands: [],
  }),
  address: (sandboxUrl) => `${sandboxUrl}/home`,
  typed: ["ada-home-7f3", "https://ntfy.example.com/home tk_aaaaaaaaaaaaaaaaaaaaaaaaaaaaa"],
  wrong: ["https://ntfy.sh/", "my topic", "my-topic not-a-token"],
};
