import { calledChannel, readKey } from "../called-rules.ts";
import type { Urgency } from "../content.ts";
import { answerUrl, cutWithEllipsis, isSettling } from "../message-parts.ts";
import { lastCharacters } from "../rules.ts";

const LABEL = "Pushover";
const SERVER = "https://api.pushover.net";
const KEY = /^[A-Za-z0-9]{30}$/;
const TITLE_CHARACTERS_MAX = 250;
const TEXT_CHARACTERS_MAX = 1_024;
/** An emergency repeats until its reader confirms it in the app. */
const EMERGENCY = { priority: 2, retry: 60, expire: 3_600 };
const PRIORITY: Record<Urgency, object> = {
  critical: EMERGENCY,
  warning: { priority: 1 },
  news: { priority: 0 },
};

/** A priority without sound or vibration. */
const QUIET = { priority: -1 };

/** A user key or group key of Pushover (pushover.net/api#messages). */
export const PUSHOVER = calledChannel(LABEL, {
  needs: ["PUSHOVER_TOKEN"],
  mask: lastCharacters,
  read: readKey("pushover", KEY),
  variables: { token: "PUSHOVER_TOKEN", baseUrl: "PUSHOVER_BASE_URL" },
  request: ({ recipient, content }, { token, baseUrl }) => {
    const { subject, text, url, urgency = "news", mayAcknowledge = false } = content;
    const callback = mayAcknowledge && urgency === "critical" ? answerUrl("pushover", url) : null;
    return {
      url: `${baseUrl ?? SERVER}/1/messages.json`,
      body: {
        token,
        user: recipient,
        title: cutWithEllipsis(subject, TITLE_CHARACTERS_MAX),
        message: cutWithEllipsis(text, TEXT_CHARACTERS_MAX),
        ...(isSettling(content) ? QUIET : PRIORITY[urgency]),
        ...(callback === null ? {} : { callback }),
        ...(url === undefined ? {} : { url, url_title: content.linkLabel ?? LABEL }),
      },
    };
  },
  answers: [
    { status: 400, says: "application token", means: { kind: "configuration" } },
    { status: 400, says: "user identifier", means: { kind: "permanent", recipientGone: "unregistered" } },
    { status: 400, says: "user key", means: { kind: "permanent", recipientGone: "unregistered" } },
    { status: [401, 403], means: { kind: "configuration" } },
    // The operator's application has used up its messages of the month.
    { status: 429, means: { kind: "retry", pauses: "host" } },
  ],
  idOf: (body) => RECEIPT.exec(body)?.[1] ?? null,
  cancel: (receipt, { token, baseUrl }) => ({
    url: `${baseUrl ?? SERVER}/1/receipts/${receipt}/cancel.json`,
    body: { token },
  }),
});

/** The receipt's id in the response to an emergency message (pushover.net/api/receipts). */
const RECEIPT = /"receipt"\s*:\s*"([A-Za-z0-9]{30})"/;
