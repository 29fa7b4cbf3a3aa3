import type { AlertSettingsAnswer } from "../../../schema/wire/alert-settings.ts";
import type { Form as Given } from "../form.ts";
import { isDegrees, type LimitGroup, limitText } from "../format/limit-fields.ts";
import { Field, Form, Tick } from "./fields.tsx";
import { Section } from "./list.tsx";
import { useTeller } from "./teller-scope.ts";

type Props = {
  groups: readonly LimitGroup[];
  action: string;
  title: string;
  hint: string;
  effective: AlertSettingsAnswer["effective"];
  /** What is being tried; null for what is saved. */
  given: Given | null;
  /** The page that tries it; null where it cannot be tried. */
  tryAt: string | null;
  said?: string | undefined;
  /** True if anything here can go back to its default. */
  isOwn: boolean;
};

/** What a home, a placement in it or a sensor warns of: each kind with its limits, wherever what is above does not say otherwise. */
export function LimitsForm(props: Props) {
  const { groups, action, title, hint, effective, given, tryAt, said, isOwn } = props;
  const { words, unit } = useTeller();
  const { limits: text } = words;
  return (
    <Section id="limits" title={title} hint={hint}>
      <Form action={action}>
        <input type="hidden" name="unit" value={unit} />
        {groups.map((group) => (
          // biome-ignore lint/a11y/useSemanticElements: a fieldset's frame has its legend on the line.
          <div role="group" class="group" aria-label={text.kinds[group.kind]}>
            <Tick
              label={text.kinds[group.kind]}
              name={group.kind}
              checked={given?.yes(group.kind) ?? effective[group.kind].enabled}
            />
            {group.limits.map((limit) => (
              <Field
                label={text.fields[limit]}
                unit={isDegrees(group, limit) ? unit : "%"}
                name={limit}
                inputmode="decimal"
                value={given?.text(limit) ?? limitText(group, limit, effective, unit)}
              />
            ))}
          </div>
        ))}
        <p class="hint">{text.noneHint}</p>
        {said === undefined ? null : <p role="status">{said}</p>}
        <div class="row">
          <button type="submit">{words.owner.save}</button>
          {tryAt === null ? null : (
            <button type="submit" class="second" formmethod="get" formaction={tryAt} name="try" value="yes">
              {text.try}
            </button>
          )}
          {isOwn ? (
            <button type="submit" class="second" name="default" value="yes">
              {text.toDefaults}
            </button>
          ) : null}
        </div>
      </Form>
    </Section>
  );
}
