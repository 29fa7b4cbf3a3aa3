import { done, type Outcome } from "../../lib/kernel/outcome.ts";
import type { Services } from "../../lib/kernel/services.actions.ts";
import type { Words } from "../../lib/language/en/pages.ts";
import type { ActingMember } from "../../lib/people/items.ts";
import { changeUser } from "../../lib/people/members.actions.ts";
import { LIMITS } from "../../schema/limits.ts";
import { UserChange } from "../../schema/wire/account/sign-in.ts";
import { Field } from "./components/fields.tsx";
import type { Form } from "./form.ts";
import { checkForm } from "./form-check.ts";

/** Not `name`: the form of a first home asks for that of the home. */
const NAME = "your_name";

/** What a person's homes call them. */
export const OwnName = ({ name, words }: { name: string | null; words: Words }) => (
  <Field
    label={words.people.yourName}
    name={NAME}
    value={name ?? ""}
    hint={words.people.yourNameHint}
    maxlength={LIMITS.nameCharactersMax}
    autocomplete="given-name"
  />
);

/** Keeps what the form says; one that does not ask for it, or is left empty, changes nothing. */
export async function saveOwnName(
  ports: Pick<Services, "db">,
  acting: ActingMember,
  form: Form,
): Promise<Outcome<unknown>> {
  const name = form.text(NAME);
  if (name === "" || name === acting.member.name) return done(null);
  const wish = checkForm(UserChange, { name }, () => NAME);
  return wish.ok ? changeUser(ports, acting, wish.value) : wish;
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
