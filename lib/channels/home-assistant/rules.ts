import type { ChannelCall } from "../call.ts";
import { type CalledChannelFile, calledRules, readSealedUrl } from "../called-rules.ts";

type HomeAssistantSecret = { url: string };

const LABEL = "Home Assistant";
const PATH = /^\/api\/webhook\/[\w-]{8,}$/;

/** The address of an automation's webhook trigger: its sirens, lamps and voices are the home's. */
const rules = {
  ...calledRules({
    label: LABEL,
  }),
  // An automation decides for itself what it does at night.
  keepsQuietHours: false,
};

const read = readSealedUrl("home_assistant", ({ pathname, href }) =>
  PATH.test(pathname) ? ({ url: href } satisfies HomeAssistantSecret) : null,
);

/**
 * The trigger's data is the body. Home Assistant answers 200 to an unknown id too: only the code that its
 * automation shows proves that messages arrive.
 */
const call: ChannelCall = {
  name: LABEL,
  request: ({ id, content, at }) => {
    const { subject, text, url = null, urgency = "news", tag = id } = content;
    return {
      url: (content.secret as HomeAssistantSecret).url,
      body: { id, at, title: subject, message: text, urgency, url, tag },
    };
  },
  // The trigger takes calls from its own network alone.
  answers: [{ status: [404, 405], means: { kind: "permanent", recipientGone: "unregistered" } }],
};

export const HOME_ASSISTANT: CalledChannelFile = { rules, read, call };
