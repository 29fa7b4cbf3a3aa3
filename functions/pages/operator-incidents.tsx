import { done } from "../../lib/kernel/outcome.ts";
import {
  closeIncident,
  listIncidents,
  openIncident,
  updateIncident,
} from "../../lib/status/incidents.actions.ts";
import { LIMITS } from "../../schema/limits.ts";
import { STATUS_COMPONENTS, STATUS_IMPACTS } from "../../schema/vocabulary.ts";
import { IncidentOpening, IncidentUpdate, type StatusIncidentItem } from "../../schema/wire/status.ts";
import { Area, Choice, Field, Form, Tick } from "./components/fields.tsx";
import { OwnerFrame } from "./components/owner-frame.tsx";
import { idIn } from "./form-action.ts";
import type { Teller } from "./format/teller.ts";
import type { Site } from "./site.ts";

const PATH = "/operator/incidents";

/** `/operator/incidents`: the public incidents of the service, to open, update and close. */
export function incidentPages({ services, page, form }: Site): void {
  page(PATH, "operator", {
    place: "settings",
    load: async () => done(await listIncidents(services)),
    view: ({ incidents }, { frame, words: { operator }, teller }) => (
      <OwnerFrame {...frame} title={operator.incidents} up={["/operator", operator.title]}>
        {incidents.length === 0 ? <p class="hint">{operator.noIncidents}</p> : null}
        {incidents.map((incident) => (
          <section class="panel" aria-labelledby={`of-${incident.id}`}>
            <h2 id={`of-${incident.id}`}>{incident.title}</h2>
            <IncidentNews incident={incident} teller={teller} />
            {incident.closed_at === null ? (
              <Form action={`${PATH}/${incident.id}/updates`} class="stack" prefix={incident.id}>
                <Area label={operator.text} name="text" rows={2} required />
                <div class="row">
                  <button type="submit">{operator.update}</button>
                  <button type="submit" class="second" formaction={`${PATH}/${incident.id}/close`}>
                    {operator.close}
                  </button>
                </div>
              </Form>
            ) : null}
          </section>
        ))}
        <Form action={PATH} class="panel narrow">
          <h2>{operator.open}</h2>
          <IncidentFields teller={teller} />
          <button type="submit">{operator.open}</button>
        </Form>
      </OwnerFrame>
    ),
  });
  form(PATH, "operator", {
    shape: IncidentOpening,
    wish: ({ text, all }) => ({
      title: text("title"),
      text: text("text"),
      impact: text("impact"),
      components: all("components"),
    }),
    run: (_, wish) => openIncident(services, wish),
    done: "created",
    wakes: services,
  });
  for (const [action, run] of [
    ["updates", updateIncident],
    ["close", closeIncident],
  ] as const)
    form(`${PATH}/:id/${action}`, "operator", {
      page: PATH,
      shape: IncidentUpdate,
      wish: ({ text }) => ({ text: text("text") }),
      run: (c, { text }) => run(services, idIn(c), text),
      done: "saved",
      wakes: services,
    });
}

/** What was said of it, newest first, and what it touches. */
function IncidentNews({ incident, teller }: { incident: StatusIncidentItem; teller: Teller }) {
  const { service } = teller.words;
  const { impact, components, closed_at: end, updates } = incident;
  const touched = components.map((name) => service.components[name]).join(", ");
  return (
    <>
      <p class="hint">
        <span class={`mark ${end === null ? "low" : "sent"}`}>
          {end === null ? service.impacts[impact] : service.over}
        </span>{" "}
        {touched}
      </p>
      <ol class="story" reversed>
        {updates.toReversed().map(({ kind, text, at }) => (
          <li>
            <strong>{service.news[kind]}</strong> <time datetime={at}>{teller.dateTime(new Date(at))}</time>
            <p>{text}</p>
          </li>
        ))}
      </ol>
    </>
  );
}

/** A new one. */
function IncidentFields({ teller }: { teller: Teller }) {
  const { service, operator } = teller.words;
  return (
    <>
      <Field label={operator.name} name="title" required maxlength={LIMITS.statusTitleCharactersMax} />
      <Area label={operator.text} name="text" required maxlength={LIMITS.statusTextCharactersMax} />
      <Choice
        label={operator.impact}
        name="impact"
        value="degraded"
        options={STATUS_IMPACTS.map((each) => [each, service.impacts[each]] as const)}
      />
      <fieldset>
        <legend>{operator.touches}</legend>
        {STATUS_COMPONENTS.map((name) => (
          <Tick label={service.components[name]} name="components" value={name} checked={false} />
        ))}
      </fieldset>
    </>
  );
}
