import { type CalledStandIn, type StandInAnswer, textIn } from "../sandbox.ts";

const EMERGENCY = 2;
const MAX: Readonly<Record<string, number>> = { title: 250, message: 1_024, url: 512, url_title: 100 };
const WORDS = ["quiet", "normal", "high", "emergency"] as const;

const refused = (error: string): StandInAnswer => ({
  status: 400,
  body: { status: 0, errors: [error], request: "sandbox" },
});

export const PUSHOVER_STAND_IN: CalledStandIn = {
  path: /^\/pushover\/1\/messages\.json$/,
  to: (_path, { user }) => textIn(user),
  answer: (body) => {
    if (textIn(body.message) === "") return refused("message cannot be blank");
    const long = Object.keys(MAX).find((field) => [...textIn(body[field])].length > (MAX[field] ?? 0));
    if (long !== undefined) return refused(`${long} is too long`);
    if (!/^[A-Za-z0-9]{30}$/.test(textIn(body.user))) return refused("user identifier is invalid");
    if (body.priority === EMERGENCY && (Number(body.retry) < 30 || Number(body.expire) > 10_800))
      return refused("retry or expire is out of range");
    const receipt = body.priority === EMERGENCY ? { receipt: "s".repeat(30) } : {};
    return { status: 200, body: { status: 1, request: "sandbox", ...receipt } };
  },
  shows: ({ title, message, url, url_title, priority }) => ({
    title: textIn(title),
    text: textIn(message),
    links: [textIn(url)].filter(Boolean),
    button: textIn(url_title) || null,
    loudness: WORDS[Number(priority) + 1] ?? null,
    // HTML is read only where the message asks for it.
    commands: [],
  }),
  address: () => "u".repeat(30),
  baseUrl: "/pushover",
  typed: ["uQiRzpo4DXghDmr9QzzfQu27cmVRsG"],
  wrong: ["short", "u".repeat(31)],
};
