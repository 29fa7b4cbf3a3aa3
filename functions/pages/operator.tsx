import type { RunSummary } from "../../lib/jobs/job-runs.queries.ts";
import { type JobLine, showJobOverview } from "../../lib/jobs/overview.actions.ts";
import { done } from "../../lib/kernel/outcome.ts";
import { Ago } from "./components/ago.tsx";
import { Go } from "./components/go.tsx";
import { List, Row, Section } from "./components/list.tsx";
import type { Teller } from "./format/teller.ts";
import type { Site } from "./site.ts";

/** `/operator`: the service itself, for the people who run it. */
export function operatorPages({ services, page }: Site): void {
  page("/operator", "operator", {
    place: "settings",
    load: async () => done(await showJobOverview(services)),
    isWide: true,
    title: ({ operator }) => operator.title,
    view: ({ jobs, failures, figures }, { words, teller }) => (
      <>
        <p>{words.operator.figures(figures)}</p>
        <p class="row">
          <Go href="/operator/incidents">{words.operator.incidents}</Go>
          <Go href="/operator/homes">{words.operator.homes}</Go>
        </p>
        <Jobs jobs={jobs} teller={teller} />
        <Failures failures={failures} teller={teller} />
      </>
    ),
  });
}

const MARKS = { never: "", running: "", ok: "sent", died: "dead", failed: "dead" } as const;

const Jobs = ({ jobs, teller }: { jobs: readonly JobLine[]; teller: Teller }) => (
  <Section id="jobs" title={teller.words.operator.jobs}>
    <List>
      {jobs.map(({ job, state, last, next }) => (
        <Row
          title={job}
          hint={
            <>
              {last === null ? null : (
                <>
                  <Ago at={last.finishedAt ?? last.tick} teller={teller} />
                  {" · "}
                </>
              )}
              {teller.words.operator.next(teller.dateTime(next))}
            </>
          }
          mark={<span class={`mark ${MARKS[state]}`}>{teller.words.operator.states[state]}</span>}
        />
      ))}
    </List>
  </Section>
);

const Failures = ({ failures, teller }: { failures: readonly RunSummary[]; teller: Teller }) => (
  <Section id="failures" title={teller.words.operator.failures}>
    {failures.length === 0 ? <p class="hint">{teller.words.operator.noFailures}</p> : null}
    <List>
      {failures.map(({ job, tick, error }) => (
        <Row
          title={job}
          hint={
            <>
              {teller.dateTime(tick)} · <span lang="en">{error}</span>
            </>
          }
        />
      ))}
    </List>
  </Section>
);
