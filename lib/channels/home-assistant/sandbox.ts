import { type CalledStandIn, textIn } from "../sandbox.ts";

export const HOME_ASSISTANT_STAND_IN: CalledStandIn = {
  path: /^\/api\/webhook\//,
  to: (path) => path,
  // Also where no automation waits for that id.
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
