import { done, type Outcome } from "../../lib/kernel/outcome.ts";
import { WORDS } from "../../lib/language/pages.ts";
import type { ActingMember } from "../../lib/people/activity.ts";
import { may } from "../../lib/people/entitlement.ts";
import { inviteMember, withdrawInvitation } from "../../lib/people/invitations.actions.ts";
import { listInvitations } from "../../lib/people/invitations.queries.ts";
import { changeMemberRole, changeUser, removeMember } from "../../lib/people/members.actions.ts";
import { listMembers } from "../../lib/people/members.queries.ts";
import { LIMITS } from "../../schema/limits.ts";
import { HOUSEHOLD_UNITS, LANGUAGES, ROLES } from "../../schema/vocabulary.ts";
import { NewInvitation, RoleChange } from "../../schema/wire/account/household.ts";
import { UserChange } from "../../schema/wire/account/sign-in.ts";
import { Choice, Field, Form, Options, optionsOf, Tick } from "./components/fields.tsx";
import { List, Second, Section } from "./components/list.tsx";
import { checkForm, readAs, type SentForm } from "./form.ts";
import { useTeller } from "./format/teller.tsx";
import { rememberReading } from "./reader.ts";
import { idIn, type PageServices, type Site } from "./site.ts";

const PATH = "/people";
const READING = "/settings/language";

/** `/people` and `/settings/language`: members, roles and invitations; and how a person is addressed. */
export function peoplePages({ services, page, form: formOn }: Site): void {
  const { form, act } = page(PATH, "read_home", {
    load: (c) => {
      const { householdId, member } = c.var;
      const mayManage = may("manage_members", member) === "yes";
      return {
        members: listMembers(services.db, householdId),
        invitations: mayManage ? listInvitations(services.db, householdId, services.clock()) : null,
      };
    },
    view: ({ members, invitations }, { c, words: { people, signIn }, teller: { date }, mayDo }) => [
      <section class="panel">
        <p class="hint">{people.roleHint}</p>
        <List items={members}>
          {({ user_id: id, name, email, role, joined_at: joined }) => {
            const isSelf = id === c.var.member.userId;
            const isOther = !isSelf && mayDo("manage_members");
            const isOnlyOwner =
              isSelf && !members.some((each) => each.role === "owner" && each.user_id !== id);
            const warning = isSelf ? people.leaveWarning : people.removeWarning(name ?? email);
            const ask = { action: `${PATH}/${id}/remove`, warning, ...(isSelf && { text: people.leave }) };
            const isTicked = role === "owner" && !isSelf;
            const revoke = <Tick label={people.revokeKeys} name="revoke_keys" checked={isTicked} />;
            return {
              lead: <Initials of={name ?? email} />,
              title: name ?? email,
              facts: [
                name !== null && email,
                people.roles[role],
                people.joined(date(joined)),
                isSelf && people.you,
                isOnlyOwner && people.onlyOwner,
              ],
              ask: (isSelf || isOther) && !isOnlyOwner && { ...ask, children: revoke },
              children: isOther && (
                <form method="post" action={`${PATH}/${id}/role`} class="row">
                  <select name="role" aria-label={`${people.role}: ${email}`}>
                    <Options of={optionsOf(ROLES, people.roles)} chosen={role} />
                  </select>
                  <Second text={people.change} />
                </form>
              ),
            };
          }}
        </List>
      </section>,
      invitations !== null && (
        <Section id="invite" title={people.inviteTitle}>
          <List items={invitations}>
            {({ id, email, role, expires_at: end }) => ({
              title: email,
              facts: [people.roles[role], people.invited(date(end))],
              ask: {
                action: `${PATH}/invitations/${id}/withdraw`,
                text: people.withdraw,
                warning: people.withdrawWarning,
              },
            })}
          </List>
          <Form
            action={`${PATH}/invitations`}
            shape={NewInvitation}
            labels={people}
            values={{ role: "member" }}
            submit={people.invite}
          >
            <Field label={signIn.email} name="email" type="email" required autocomplete="off" />
            <Choice name="role" hint="" options={optionsOf(ROLES, people.roles)} />
          </Form>
        </Section>
      ),
    ],
  });
  act(`${PATH}/invitations`, "manage_members", NewInvitation, inviteMember, "invited");
  act(`${PATH}/invitations/:id/withdraw`, "manage_members", null, withdrawInvitation, "removed");
  act(`${PATH}/:id/role`, "manage_members", RoleChange, changeMemberRole, "saved");
  // Everyone may leave; the action decides who may remove others.
  form(`${PATH}/:id/remove`, null, {
    run: (c, _, { yes }) =>
      removeMember(services, c.var, { userId: idIn(c), revokeKeys: yes("revoke_keys") }),
    done: (_, { c }) => (idIn(c) === c.var.member.userId ? c.redirect("/", 303) : "removed"),
  });
  // `/settings/language`: a person's name, and the language and unit of their messages and pages.
  page(READING, null, {
    load: (c) => c.var.member,
    view: ({ name, language, temperatureUnit: unit }, { words: { common, settings } }) => (
      <Form action={READING} class="panel" values={{ language, temperature_unit: unit }}>
        <OwnName name={name} />
        <Choice label={common.language} name="language" hint={settings.readingHint} options={SPOKEN} />
        <Choice
          label={common.degrees}
          name="temperature_unit"
          options={[["", settings.unitOfHome], ...UNITS]}
        />
      </Form>
    ),
  });
  formOn(READING, null, {
    shape: UserChange,
    wish: (form) => ({ ...readAs(UserChange, form), name: form.text(NAME) || null }),
    nameField: ([name]) => (name === "name" ? NAME : undefined),
    run: (c, change) => changeUser(services, c.var, change),
    done: ({ language, temperatureUnit: unit }, { c }) => {
      rememberReading(c, { language, unit });
      return "saved";
    },
    to: "/settings",
  });
}

const SPOKEN = LANGUAGES.map((each) => [each, WORDS[each].name] as const);
export const UNITS = HOUSEHOLD_UNITS.map((unit) => [unit, `°${unit}`] as const);

/** Isn't `name`, because the form of /welcome also asks for the home's name. */
const NAME = "your_name";

/** The field for a person's own name, as the members of their homes see it. */
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

/** Saves the person's name from a form. Does nothing if the field is missing or empty. */
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

/** One or two initials, such as `AL`. Hidden from screen readers, since the name is beside them. */
const Initials = ({ of }: { of: string }) => (
  <span class="initials" aria-hidden="true">
    {[...of.replace(/@.*/, "").matchAll(/[^\s._-]+/g)]
      .slice(0, 2)
      .map(([word]) => [...word][0]?.toUpperCase())
      .join("")}
  </span>
);
