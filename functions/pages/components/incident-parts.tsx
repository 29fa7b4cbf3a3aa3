import type { ShownIncident } from "../../../lib/domain/status/incident.ts";
import { LIMITS } from "../../../schema/limits.ts";
import { STATUS_COMPONENTS, STATUS_IMPACTS } from "../../../schema/vocabulary.ts";
import type { Form } from "../form.ts";
import type { Teller } from "../format/teller.ts";
import { Choice, Field, Tick } from "./fields.tsx";

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

/** A new one; what was typed stays where it is refused. */
export function IncidentFields({ form, teller }: { form: Form | undefined; teller: Teller }) {
  const { service, operator } = teller.words;
  return (
    <>
      <Field
        label={operator.name}
        name="title"
        value={form?.text("title")}
        required
        maxlength={LIMITS.statusTitleCharactersMax}
      />
      <p class="field">
        <label for="field-text">{operator.text}</label>
        <textarea id="field-text" name="text" rows={3} required maxlength={LIMITS.statusTextCharactersMax}>
          {form?.text("text")}
        </textarea>
      </p>
      <Choice
        label={operator.impact}
        name="impact"
        value={form?.text("impact") ?? "degraded"}
        options={STATUS_IMPACTS.map((each) => [each, service.impacts[each]] as const)}
      />
      <fieldset>
        <legend>{operator.touches}</legend>
        {STATUS_COMPONENTS.map((name) => (
          <Tick
            label={service.components[name]}
            name="components"
            value={name}
            checked={form?.all("components").includes(name) ?? false}
          />
        ))}
      </fieldset>
    </>
  );
}
