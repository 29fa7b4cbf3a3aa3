import type { ShownIncident } from "../../../lib/status/automatic-incidents.ts";
import { LIMITS } from "../../../schema/limits.ts";
import { STATUS_COMPONENTS, STATUS_IMPACTS } from "../../../schema/vocabulary.ts";
import type { Teller } from "../format/teller.ts";
import { Area, Choice, Field, Tick } from "./fields.tsx";

/** What was said of it, newest first, and what it touches. */
export function IncidentNews({ incident, teller }: { incident: ShownIncident; teller: Teller }) {
  const { service, operator } = teller.words;
  const { impact, components, closed_at: end, updates, automatic } = incident;
  const touched = components.map((name) => service.components[name]).join(", ");
  return (
    <>
      <p class="hint">
        <span class={`mark ${end === null ? "low" : "sent"}`}>
          {end === null ? service.impacts[impact] : service.over}
        </span>{" "}
        {[touched, automatic ? operator.automatic : ""].filter((text) => text !== "").join(" · ")}
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
export function IncidentFields({ teller }: { teller: Teller }) {
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
