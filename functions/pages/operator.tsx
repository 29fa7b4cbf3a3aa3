import { showJobOverview } from "../../lib/jobs/overview.actions.ts";
import { Ago } from "./components/ago.tsx";
import { List, Row, Section } from "./components/list.tsx";
import { Go } from "./components/press.tsx";
import type { Site } from "./site.ts";

/** `/operator`: the service itself, for the people who run it. */
export function operatorPages({ services, page }: Site): void {
  page("/operator", "operator", {
    load: () => showJobOverview(services),
    isWide: true,
    title: ({ operator }) => operator.title,
    view: ({ jobs, failures, figures }, { words: { operator }, teller }) => (
      <>
        <p>
          {operator.figures(
            operator.homeCount(figures.homes),
            operator.deviceCount(figures.devices),
            figures.heard,
            operator.postCount(figures.posts),
            figures.sent,
            figures.failed,
          )}
        </p>
        <p class="row">
          <Go href="/operator/incidents">{operator.incidents}</Go>
          <Go href="/operator/homes">{operator.homes}</Go>
        </p>
        <Section id="jobs" title={operator.jobs}>
          <List items={jobs}>
            {({ job, state, last, next }) => (
              <Row
                title={job}
                facts={[
                  last !== null && <Ago at={last.finishedAt ?? last.tick} />,
                  operator.next(teller.dateTime(next)),
                ]}
                mark={<span class={`mark ${MARKS[state]}`}>{operator.states[state]}</span>}
              />
            )}
          </List>
        </Section>
        <Section id="failures" title={operator.failures}>
          <List items={failures} empty={<p class="hint">{operator.noFailures}</p>}>
            {({ job, tick, error }) => (
              <Row title={job} facts={[teller.dateTime(tick), <span lang="en">{error}</span>]} />
            )}
          </List>
        </Section>
      </>
    ),
  });
}

const MARKS = { never: "", running: "", ok: "sent", died: "dead", failed: "dead" } as const;
