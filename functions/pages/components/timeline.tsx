import type { RecordedFinding } from "../../../lib/alerts/shown-alert.ts";
import { RESPONDERS } from "../../../lib/language/sent.ts";
import { RESPONDER_ANSWERS } from "../../../schema/vocabulary.ts";
import type { TimelineEntry } from "../../../schema/wire/timeline.ts";
import { namedText, viaText, whomText } from "../format/alert-text.ts";
import type { Teller } from "../format/teller.ts";
import { Facts, Section } from "./list.tsx";
import { Failure, Reason, useTeller } from "./teller-scope.tsx";

type Entries = { entries: readonly TimelineEntry[] };
type Findings = { findings: readonly RecordedFinding[] };

/** Everything that happened and why, oldest first, even after the end; what happened within a minute stands together. */
export function Timeline({ entries, findings }: Entries & Findings) {
  const teller = useTeller();
  const { timeline: words } = teller.words;
  const minutes = Map.groupBy(entries, ({ at }) => teller.dateTime(at));
  return (
    <Section id="timeline" title={words.title}>
      <ol class="story">
        {[...minutes].map(([time, within]) => (
          <li>
            <time datetime={within[0]?.at}>{time}</time>
            <ul>
              {within.map(
                (entry) =>
                  !isPlain(entry, teller) && (
                    <li>
                      <strong>{sentenceOf(entry, teller)}</strong>{" "}
                      {entry.type === "decision" ? (
                        <Why {...entry} findings={findings} />
                      ) : (
                        <Rest {...entry} />
                      )}
                    </li>
                  ),
              )}
              <Messages entries={within.filter((entry) => isPlain(entry, teller))} />
            </ul>
          </li>
        ))}
      </ol>
    </Section>
  );
}

/** A message that went as it should, and at once: there is nothing to say of it alone. */
function isPlain(entry: TimelineEntry, { dateTime }: Teller): boolean {
  const { type, what, error, state, receipt, at, settled_at: settled } = entry;
  const isLate = state === "sent" && settled !== null && dateTime(settled) !== dateTime(at);
  return type === "message" && what !== "contact_called" && error === null && receipt === null && !isLate;
}

function Messages({ entries }: Entries) {
  const { alertPage, timeline: words } = useTeller().words;
  if (entries.length === 0) return null;
  const unique = (texts: readonly string[]) => [...new Set(texts)].join(", ");
  const names = unique(entries.map(({ who }) => who ?? alertPage.somebody));
  const channels = unique(
    entries.flatMap(({ channel }) => (channel === null ? [] : alertPage.channels[channel])),
  );
  const states = unique(entries.flatMap(({ state }) => (state === null ? [] : alertPage.states[state])));
  return (
    <li>
      <strong>{words.message(names)}</strong> <span class="hint">{`${channels} · ${states}`}</span>
    </li>
  );
}

function sentenceOf({ type, what, who, via }: TimelineEntry, { words, language }: Teller): string {
  const { timeline, alertPage } = words;
  const name = who ?? alertPage.somebody;
  switch (type) {
    case "decision":
      return namedText(alertPage.transitions, what ?? "");
    case "message":
      return what === "contact_called" ? timeline.called(name) : timeline.message(name);
    case "step":
      return timeline.step(whomText(what, words) ?? name);
    case "acknowledged":
      return timeline.acknowledged(name) + viaText({ via }, words);
    case "handed_over":
      return timeline.handedOver(name, what ?? alertPage.somebody);
    case "answer":
      return timeline.answered(name, namedText(timeline.heating, what ?? ""));
    case "expired":
      return timeline.expired;
    case "press": {
      const answer = RESPONDER_ANSWERS.find((each) => each === what);
      // As the members' messages say it.
      return answer === undefined ? name : RESPONDERS[language].answers[answer](name);
    }
    default:
      return type satisfies never;
  }
}

function Rest({ at, channel, state, receipt, settled_at: settledAt, error }: TimelineEntry) {
  const teller = useTeller();
  const { alertPage, delivery } = teller.words;
  if (channel === null) return null;
  const asked = teller.dateTime(at);
  const settled = state === "sent" && settledAt !== null ? teller.dateTime(settledAt) : asked;
  return (
    <span class="hint">
      <Facts
        of={[
          alertPage.channels[channel],
          state !== null && alertPage.states[state],
          receipt !== null && delivery.receipts[receipt],
          settled !== asked && settled,
          error !== null && <Failure text={error} />,
        ]}
      />
    </span>
  );
}

/** Why it was decided so, and if nobody was notified of it. */
function Why({ at, what, findings }: TimelineEntry & Findings) {
  const { held, notNotifiedYet } = useTeller().words.alertPage;
  const found = findings.find(({ finding }) => finding.at === Date.parse(at) && finding.transition === what);
  if (found === undefined) return null;
  const { finding, notifiedAt } = found;
  const unsaid = finding.suppressedBy !== null ? held : notifiedAt === null ? notNotifiedYet : "";
  return (
    <span class="hint">
      <Facts of={[<Reason reason={finding.why} />, unsaid]} />
    </span>
  );
}
