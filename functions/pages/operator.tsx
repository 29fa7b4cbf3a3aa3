import { showJobOverview } from "../../lib/jobs/overview.actions.ts";
import {
  closeIncident,
  listIncidents,
  openIncident,
  updateIncident,
} from "../../lib/status/incidents.actions.ts";
import { STATUS_COMPONENTS, STATUS_IMPACTS } from "../../schema/vocabulary.ts";
import { IncidentOpening, IncidentUpdate } from "../../schema/wire/status.ts";
import { Ago } from "./components/ago.tsx";
import { Choice, Field, Form, optionsOf, Ticks } from "./components/fields.tsx";
import { List, Row, Section } from "./components/list.tsx";
import { Go } from "./components/press.tsx";
import { idIn, type Site } from "./site.ts";
import { Incident } from "./status.tsx";

const MARKS = { never: "", running: "", ok: "sent", died: "dead", failed: "dead" } as const;

const PATH = "/operator/incidents";

/** `/operator` and `/operator/incidents`: the service itself and its public incidents, for the people who run it. */
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
  const { form } = page(PATH, "operator", {
    title: ({ operator }) => operator.incidents,
    up: ({ operator }) => ["/operator", operator.title],
    load: () => listIncidents(services),
    view: ({ incidents }, { words: { operator, service } }) => (
      <>
        {incidents.length === 0 ? <p class="hint">{operator.noIncidents}</p> : null}
        {incidents.map((incident) => (
          <Incident incident={incident}>
            <Form action={`${PATH}/${incident.id}/updates`} shape={IncidentUpdate} labels={operator}>
              <Field name="text" rows={2} />
              <div class="row">
                <button type="submit">{operator.update}</button>
                <button type="submit" class="second" formaction={`${PATH}/${incident.id}/close`}>
                  {operator.close}
                </button>
              </div>
            </Form>
          </Incident>
        ))}
        <Form
          action={PATH}
          shape={IncidentOpening}
          labels={operator}
          values={{ impact: "degraded" }}
          class="panel"
          submit={operator.open}
        >
          <h2>{operator.open}</h2>
          <Field label={operator.name} name="title" />
          <Field name="text" rows={3} />
          <Choice name="impact" options={optionsOf(STATUS_IMPACTS, service.impacts)} />
          <Ticks name="components" options={optionsOf(STATUS_COMPONENTS, service.components)} />
        </Form>
      </>
    ),
  });
  form(PATH, "operator", {
    shape: IncidentOpening,
    run: (_, wish) => openIncident(services, wish),
    done: "created",
  });
  for (const [action, run] of [
    ["updates", updateIncident],
    ["close", closeIncident],
  ] as const)
    form(`${PATH}/:id/${action}`, "operator", {
      shape: IncidentUpdate,
      run: (c, { text }) => run(services, idIn(c), text),
      done: "saved",
    });
}
