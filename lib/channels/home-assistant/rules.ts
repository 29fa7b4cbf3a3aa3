import { calledChannel, readSealedUrl, secretUrl } from "../called-rules.ts";

const PATH = /^\/api\/webhook\/[\w-]{8,}$/;

/**
 * The address of an automation's webhook trigger: its sirens, lamps and voices are the home's. Home Assistant answers 200 to
 * an unknown id too: only the code that its automation shows proves that messages arrive.
 */
export const HOME_ASSISTANT = calledChannel("Home Assistant", {
  // An automation decides for itself what it does at night.
  keepsQuietHours: false,
  read: readSealedUrl("home_assistant", ({ pathname }) => PATH.test(pathname)),
  request: ({ id, content, at }) => {
    const { subject, text, url = null, urgency = "news", tag = id } = content;
    return {
      url: secretUrl(content),
      body: { id, at, title: subject, message: text, urgency, url, tag },
    };
  },
  // The trigger takes calls from its own network alone.
  answers: [{ status: [404, 405], means: { kind: "permanent", recipientGone: "unregistered" } }],
});
