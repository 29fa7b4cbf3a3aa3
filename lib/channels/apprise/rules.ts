import { calledChannel, readSealedUrl, secretUrl } from "../called-rules.ts";
import type { Urgency } from "../content.ts";
import { labeled } from "../message-parts.ts";

const PATH = /\/notify\/[\w-]{1,128}\/?$/;
const TYPE: Record<Urgency, string> = { critical: "failure", warning: "warning", news: "info" };

/** The person's own Apprise API server, with a configuration's key: a bridge to Signal, Matrix, Gotify and others. */
export const APPRISE = calledChannel("Apprise", {
  read: readSealedUrl("apprise", ({ pathname }) => PATH.test(pathname)),
  request: ({ content }) => {
    const { subject, text, urgency = "news" } = content;
    return {
      url: secretUrl(content),
      body: {
        title: unmentioned(subject),
        body: [unmentioned(text), labeled(content)].filter(Boolean).join("\n"),
        type: TYPE[urgency],
        format: "text",
      },
    };
  },
  answers: [
    // Nothing is stored under this key.
    { status: [204, 404], means: { kind: "permanent", recipientGone: "unregistered" } },
    // Some of the services behind it failed.
    { status: 424, means: { kind: "retry" } },
  ],
});

const NOTHING_SEEN = "\u200b";

/** Breaks up `@` and `<`, by which most services mention people: no name in a text may notify anybody. */
const unmentioned = (text: string): string => text.replace(/[@<]/g, `$&${NOTHING_SEEN}`);
