import { done } from "../../lib/kernel/outcome.ts";
import { may } from "../../lib/people/entitlement.ts";
import { inviteMember, withdrawInvitation } from "../../lib/people/invitations.actions.ts";
import { listInvitations } from "../../lib/people/invitations.queries.ts";
import type { InvitationItem, MemberItem } from "../../lib/people/items.ts";
import { changeMemberRole, removeMember } from "../../lib/people/members.actions.ts";
import { listMembers } from "../../lib/people/members.queries.ts";
import { ROLES } from "../../schema/vocabulary.ts";
import { NewInvitation, RoleChange } from "../../schema/wire/account/household.ts";
import { Ask, Choice, Field, Form, Tick } from "./components/fields.tsx";
import { List, Row, Section } from "./components/list.tsx";
import { OwnerFrame } from "./components/owner-frame.tsx";
import { idIn } from "./form-action.ts";
import type { Teller } from "./format/teller.ts";
import { Initials } from "./own-name.tsx";
import { doneAt } from "./owner-page.tsx";
import type { Site } from "./site.ts";

const PATH = "/people";

/** `/people`: the home's members with their roles, and the invitations. */
export function peoplePages({ services, page, form }: Site): void {
  page(PATH, "read_home", {
    place: "settings",
    load: async (c) => {
      const { householdId } = c.var.member;
      const mayManage = may("manage_members", c.var.member) === "yes";
      const [members, invitations] = await Promise.all([
        listMembers(services.db, householdId),
        mayManage ? listInvitations(services.db, householdId, services.clock()) : null,
      ]);
      return done({ members, invitations, userId: c.var.member.userId });
    },
    view: ({ members, invitations, userId }, { frame, words, teller }) => (
      <OwnerFrame {...frame} title={words.people.title} up="settings">
        <Members members={members} mayManage={invitations !== null} userId={userId} teller={teller} />
        {invitations === null ? null : <Invitations invitations={invitations} teller={teller} />}
      </OwnerFrame>
    ),
  });
  form("/people/invitations", "manage_members", {
    page: PATH,
    shape: NewInvitation,
    wish: ({ text }) => ({ email: text("email"), role: text("role") }),
    run: (c, invitation) => inviteMember(services, c.var, invitation),
    done: "invited",
    wakes: services,
  });
  form("/people/invitations/:id/withdraw", "manage_members", {
    page: PATH,
    run: (c) => withdrawInvitation(services, c.var, idIn(c)),
    done: "removed",
  });
  form("/people/:id/role", "manage_members", {
    page: PATH,
    shape: RoleChange,
    wish: ({ text }) => ({ role: text("role") }),
    run: (c, { role }) => changeMemberRole(services, c.var, { userId: idIn(c), role }),
    done: "saved",
  });
  // Everyone may leave; the action decides who may remove others.
  form("/people/:id/remove", null, {
    page: PATH,
    run: (c, _, { has }) =>
      removeMember(services, c.var, { userId: idIn(c), revokeKeys: has("revoke_keys") }),
    done: (c) => (idIn(c) === c.var.member.userId ? c.redirect("/", 303) : doneAt(c, PATH, "removed")),
  });
}

type MembersProps = { members: readonly MemberItem[]; mayManage: boolean; userId: string; teller: Teller };

function Members({ members, mayManage, userId, teller }: MembersProps) {
  const { people: words, owner } = teller.words;
  const isOnlyOwner = !members.some(({ user_id: id, role }) => role === "owner" && id !== userId);
  return (
    <section class="panel">
      <p class="hint">{words.roleHint}</p>
      <List>
        {members.map(({ user_id: id, name, email, role, joined_at: joined }) => (
          <Row
            lead={<Initials of={name ?? email} />}
            title={name ?? email}
            hint={`${name === null ? "" : `${email} · `}${words.roles[role]} · ${words.joined(teller.date(new Date(joined)))}${id === userId ? ` · ${words.you}` : ""}`}
          >
            {mayManage && id !== userId ? (
              <form method="post" action={`/people/${id}/role`} class="row">
                <select name="role" aria-label={`${words.role}: ${email}`}>
                  {ROLES.map((each) => (
                    <option value={each} selected={each === role}>
                      {words.roles[each]}
                    </option>
                  ))}
                </select>
                <button type="submit" class="second">
                  {words.change}
                </button>
              </form>
            ) : null}
            {id === userId && isOnlyOwner ? (
              <p class="hint">{words.onlyOwner}</p>
            ) : id === userId || mayManage ? (
              <Ask
                action={`/people/${id}/remove`}
                text={id === userId ? words.leave : owner.remove}
                label={id === userId ? words.leave : `${owner.remove}: ${email}`}
                warning={id === userId ? words.leaveWarning : words.removeWarning(email)}
                choice={
                  <Tick
                    label={words.revokeKeys}
                    name="revoke_keys"
                    checked={role === "owner" && id !== userId}
                  />
                }
              />
            ) : null}
          </Row>
        ))}
      </List>
    </section>
  );
}

function Invitations({ invitations, teller }: { invitations: readonly InvitationItem[]; teller: Teller }) {
  const { people: words } = teller.words;
  return (
    <Section id="invite" title={words.inviteTitle}>
      <List>
        {invitations.map(({ id, email, role, expires_at: end }) => (
          <Row title={email} hint={`${words.roles[role]} · ${words.invited(teller.date(new Date(end)))}`}>
            <Ask
              action={`/people/invitations/${id}/withdraw`}
              text={words.withdraw}
              label={`${words.withdraw}: ${email}`}
              warning={words.withdrawWarning}
            />
          </Row>
        ))}
      </List>
      <Form action="/people/invitations" class="stack">
        <Field label={words.email} name="email" type="email" required autocomplete="off" />
        <Choice
          label={words.role}
          name="role"
          value="member"
          options={ROLES.map((role) => [role, words.roles[role]] as const)}
        />
        <button type="submit">{words.invite}</button>
      </Form>
    </Section>
  );
}
