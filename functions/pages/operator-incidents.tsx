import {
  closeIncident,
  listIncidents,
  openIncident,
  updateIncident,
} from "../../lib/status/incidents.actions.ts";
import { STATUS_COMPONENTS, STATUS_IMPACTS } from "../../schema/vocabulary.ts";
import { IncidentOpening, IncidentUpdate } from "../../schema/wire/status.ts";
import { Choice, Field, Form, optionsOf, Ticks } from "./components/fields.tsx";
import { idIn } from "./session.ts";
import type { Site } from "./site.ts";
import { Incident } from "./status.tsx";

const PATH = "/operator/incidents";

/** `/operator/incidents`: the public incidents of the service, to open, update and close. */
export function incidentPages({ services, page }: Site): void {
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
