import { done } from "../../kernel/outcome.ts";
import { refuseCalled } from "../../language/channel-words.ts";
import { calledChannel, readCalledUrl, sealedUrl } from "../called-rules.ts";
import type { Urgency } from "../content.ts";
import { answerUrl, cutWithEllipsis, isSettling } from "../message-parts.ts";
import type { ReadAddress } from "../rules.ts";

type NtfySecret = { origin: string; topic: string; token: string | null };

const LABEL = "ntfy";
const PUBLIC_HOST = "ntfy.sh";
/** The form of a topic in ntfy. */
const TOPIC = /^[-\w]{1,64}$/;
const TOKEN = /^tk_\w{20,64}$/;
/** ntfy turns a longer text into an attachment. */
const TEXT_CHARACTERS_MAX = 1_000;
const TITLE_CHARACTERS_MAX = 250;
const PRIORITY: Record<Urgency, number> = { critical: 5, warning: 4, news: 3 };
/** A priority without sound. */
const QUIET_PRIORITY = 2;

const read: ReadAddress = (text, addressRules) => {
  const [typed = "", token = null, ...rest] = text.trim().split(/\s+/);
  const wrongToken = token !== null && !TOKEN.test(token);
  if (rest.length > 0 || wrongToken) return refuseCalled("ntfy");
  const url = TOPIC.test(typed) ? `https://${PUBLIC_HOST}/${typed}` : typed;
  const address = readCalledUrl(url, "ntfy", addressRules, (host) => host === PUBLIC_HOST);
  if (!address.ok) return address;
  const { origin, pathname } = address.value.url;
  const topic = pathname.slice(1);
  if (!TOPIC.test(topic)) return refuseCalled("ntfy");
  return done(sealedUrl(address.value, { origin, topic, token } satisfies NtfySecret));
};

/**
 * A topic of ntfy.sh, or the URL of a topic on a person's own server, optionally followed by an access token.
 * Published as JSON (docs.ntfy.sh/publish/#publish-as-json).
 */
export const NTFY = calledChannel(LABEL, {
  read,
  request: ({ id, content }) => {
    const { origin, topic, token } = content.secret as NtfySecret;
    const { subject, text, url, urgency = "news", mayAcknowledge = false, linkLabel = LABEL } = content;
    const { tag = id, isFirst = false } = content;
    const isQuiet = isSettling(content);
    const answer = mayAcknowledge && urgency !== "news" ? answerUrl("ntfy", url) : null;
    const action = { action: "http", label: linkLabel, url: answer, method: "POST", clear: true };
    return {
      url: `${origin}/`,
      headers: token === null ? {} : { Authorization: `Bearer ${token}` },
      body: {
        topic,
        // A repeat and an alert's end replace the first message in apps that know sequences (docs.ntfy.sh/publish,
        // since 2.16). A message that has to ring gets its own sequence, because a replacement is silent.
        sequence_id: isFirst || isQuiet ? tag : id,
        title: cutWithEllipsis(subject, TITLE_CHARACTERS_MAX),
        message: cutWithEllipsis(text, TEXT_CHARACTERS_MAX),
        priority: isQuiet ? QUIET_PRIORITY : PRIORITY[urgency],
        ...(url === undefined ? {} : { click: url }),
        ...(answer === null ? {} : { actions: [action] }),
      },
    };
  },
  // The public server's limit for one caller (docs.ntfy.sh/config/#rate-limiting); other servers may allow more.
  pace: { per: "host", burst: 60, gapMs: 5_000, host: PUBLIC_HOST },
  answers: [
    // The topic is reserved for somebody else, or the token is no longer valid: the owner has to fix it.
    { status: [401, 403], means: { kind: "permanent", recipientGone: "unregistered" } },
    // Our IP address has used up its messages of the day.
    { status: 429, says: '"code":42908', means: { kind: "retry", afterSeconds: 3_600 } },
  ],
});
