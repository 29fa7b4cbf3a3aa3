import { done } from "../../lib/kernel/outcome.ts";
import {
  closeIncident,
  listIncidents,
  openIncident,
  updateIncident,
} from "../../lib/status/incidents.actions.ts";
import { STATUS_COMPONENTS, STATUS_IMPACTS } from "../../schema/vocabulary.ts";
import { IncidentOpening, IncidentUpdate, type StatusIncidentItem } from "../../schema/wire/status.ts";
import { Choice, Field, Form, optionsOf, Ticks } from "./components/fields.tsx";
import type { Teller } from "./format/teller.ts";
import { idIn } from "./session.ts";
import type { Site } from "./site.ts";

const PATH = "/operator/incidents";

/** `/operator/incidents`: the public incidents of the service, to open, update and close. */
export function incidentPages({ services, page }: Site): void {
  const form = page(PATH, "operator", {
    place: "settings",
    title: ({ operator }) => operator.incidents,
    up: ({ operator }) => ["/operator", operator.title],
    load: async () => done(await listIncidents(services)),
    view: ({ incidents }, { words: { operator, service }, teller }) => (
      <>
        {incidents.length === 0 ? <p class="hint">{operator.noIncidents}</p> : null}
        {incidents.map((incident) => (
          <Incident incident={incident} teller={teller} />
        ))}
        <Form action={PATH} shape={IncidentOpening} class="panel narrow">
          <h2>{operator.open}</h2>
          <Field label={operator.name} name="title" />
          <Field label={operator.text} name="text" rows={3} />
          <Choice
            label={operator.impact}
            name="impact"
            value="degraded"
            options={optionsOf(STATUS_IMPACTS, service.impacts)}
          />
          <Ticks
            label={operator.touches}
            name="components"
            options={optionsOf(STATUS_COMPONENTS, service.components)}
          />
          <button type="submit">{operator.open}</button>
        </Form>
      </>
    ),
  });
  form(PATH, "operator", {
    shape: IncidentOpening,
    run: (_, wish) => openIncident(services, wish),
    done: "created",
    wakes: services,
  });
  for (const [action, run] of [
    ["updates", updateIncident],
    ["close", closeIncident],
  ] as const)
    form(`${PATH}/:id/${action}`, "operator", {
      shape: IncidentUpdate,
      run: (c, { text }) => run(services, idIn(c), text),
      done: "saved",
      wakes: services,
    });
}

/** What was said of it, newest first, what it touches, and what else is to be said while it lasts. */
function Incident({ incident, teller }: { incident: StatusIncidentItem; teller: Teller }) {
  const { service, operator } = teller.words;
  const { id, title, impact, components, closed_at: end, updates } = incident;
  return (
    <section class="panel" aria-labelledby={`of-${id}`}>
      <h2 id={`of-${id}`}>{title}</h2>
      <p class="hint">
        <span class={`mark ${end === null ? "low" : "sent"}`}>
          {end === null ? service.impacts[impact] : service.over}
        </span>{" "}
        {components.map((name) => service.components[name]).join(", ")}
      </p>
      <ol class="story" reversed>
        {updates.toReversed().map(({ kind, text, at }) => (
          <li>
            <strong>{service.news[kind]}</strong> <time datetime={at}>{teller.dateTime(new Date(at))}</time>
            <p>{text}</p>
          </li>
        ))}
      </ol>
      {end === null ? (
        <Form action={`${PATH}/${id}/updates`} shape={IncidentUpdate} class="stack" prefix={id}>
          <Field label={operator.text} name="text" rows={2} />
          <div class="row">
            <button type="submit">{operator.update}</button>
            <button type="submit" class="second" formaction={`${PATH}/${id}/close`}>
              {operator.close}
            </button>
          </div>
        </Form>
      ) : null}
    </section>
  );
}
