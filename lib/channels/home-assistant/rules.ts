import { calledChannel, readSealedUrl, secretUrl } from "../called-rules.ts";

const PATH = /^\/api\/webhook\/[\w-]{8,}$/;

/**
 * The URL of an automation's webhook trigger, which can use the home's sirens, lamps and voices. Home Assistant answers
 * 200 to an unknown id too, so only the code that the automation shows proves that messages arrive.
 */
export const HOME_ASSISTANT = calledChannel("Home Assistant", {
  // The automation itself decides what to do at night.
  keepsQuietHours: false,
  read: readSealedUrl("home_assistant", ({ pathname }) => PATH.test(pathname)),
  request: ({ id, content, at }) => {
    const { subject, text, url = null, urgency = "news", tag = id } = content;
    return {
      url: secretUrl(content),
      body: { id, at, title: subject, message: text, urgency, url, tag },
    };
  },
  // The trigger is set to accept calls only from its own network.
  answers: [{ status: [404, 405], means: { kind: "permanent", recipientGone: "unregistered" } }],
});
