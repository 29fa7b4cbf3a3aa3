import { done, type Outcome } from "../../lib/kernel/outcome.ts";
import { WORDS } from "../../lib/language/pages.ts";
import type { ActingMember } from "../../lib/people/items.ts";
import { changeUser } from "../../lib/people/members.actions.ts";
import { LIMITS } from "../../schema/limits.ts";
import { HOUSEHOLD_UNITS, LANGUAGES } from "../../schema/vocabulary.ts";
import { UserChange } from "../../schema/wire/account/sign-in.ts";
import { Choice, Field, Form, Segments } from "./components/fields.tsx";
import { useTeller } from "./components/teller-scope.ts";
import type { Form as SentForm } from "./form.ts";
import { checkForm } from "./form-check.ts";
import { readAs } from "./form-shape.ts";
import { rememberReading } from "./reader.ts";
import type { PageServices, Site } from "./site.ts";

export const UNITS = HOUSEHOLD_UNITS.map((unit) => [unit, `°${unit}`] as const);

/** Not `name`: the form of a first home asks for that of the home. */
const NAME = "your_name";

/** What a person's homes call them. */
export function OwnName({ name }: { name: string | null }) {
  const { yourName, yourNameHint } = useTeller().words.people;
  return (
    <Field
      label={yourName}
      name={NAME}
      value={name ?? ""}
      hint={yourNameHint}
      maxlength={LIMITS.nameCharactersMax}
      autocomplete="given-name"
    />
  );
}

/** Keeps what the form says; one that does not ask for it, or is left empty, changes nothing. */
export async function saveOwnName(
  services: PageServices,
  acting: ActingMember,
  form: SentForm,
): Promise<Outcome<unknown>> {
  const name = form.text(NAME);
  if (name === "" || name === acting.member.name) return done(null);
  const wish = checkForm(UserChange, { name });
  return wish.ok
    ? changeUser(services, acting, wish.value)
    : { ok: false, problem: { ...wish.problem, field: NAME } };
}

/** `A`, or `AL` of two words: beside a name, which says the same. */
export const Initials = ({ of }: { of: string }) => (
  <span class="initials" aria-hidden="true">
    {of
      .replace(/@.*/, "")
      .split(/[\s._-]+/)
      .filter((word) => word !== "")
      .slice(0, 2)
      .map((word) => [...word][0]?.toUpperCase())
      .join("")}
  </span>
);

const PATH = "/settings/language";

/** `/settings/language`: in which language and unit a person is written to, wherever and by whatever. */
export function readingPages({ services, page, form }: Site): void {
  page(PATH, null, {
    load: (c) => c.var.member,
    view: ({ name, language, temperatureUnit }, { words }) => (
      <Form action={PATH} class="panel" submit={words.owner.save}>
        <OwnName name={name} />
        <Choice
          label={words.common.language}
          name="language"
          value={language}
          hint={words.settings.readingHint}
          options={LANGUAGES.map((each) => [each, WORDS[each].name])}
        />
        <Segments
          label={words.common.degrees}
          name="temperature_unit"
          value={temperatureUnit ?? ""}
          options={[["", words.settings.unitOfHome], ...UNITS]}
        />
      </Form>
    ),
  });
  form(PATH, null, {
    shape: UserChange,
    wish: (form) => ({ ...readAs(UserChange, form), name: form.text(NAME) || null }),
    nameField: ([name]) => (name === "name" ? NAME : undefined),
    run: (c, change) => changeUser(services, c.var, change),
    done: (c, { language, temperatureUnit: unit }) => {
      rememberReading(c, { language, unit });
      return "saved";
    },
    to: "/settings",
  });
}
