import type { Context, MiddlewareHandler } from "hono";
import { Hono } from "hono/tiny";
import type { Services } from "../../lib/kernel/services.actions.ts";
import { may } from "../../lib/people/entitlement.ts";
import { type InvitePorts, inviteMember, withdrawInvitation } from "../../lib/people/invitations.actions.ts";
import { listInvitations } from "../../lib/people/invitations.queries.ts";
import type { InvitationItem, MemberItem } from "../../lib/people/items.ts";
import { changeMemberRole, removeMember } from "../../lib/people/members.actions.ts";
import { listMembers } from "../../lib/people/members.queries.ts";
import { ROLES } from "../../schema/vocabulary.ts";
import { NewInvitation, RoleChange } from "../../schema/wire/account/household.ts";
import { Ask, Choice, Field, Form } from "./components/fields.tsx";
import { List, Row, Section } from "./components/list.tsx";
import { OwnerFrame } from "./components/owner-frame.tsx";
import { formsOn, idIn } from "./form-action.ts";
import type { Teller } from "./format/teller.ts";
import { Initials } from "./own-name.tsx";
import { doneAt, ownerPage } from "./owner-page.tsx";
import { type PageEnv, pageMay } from "./session.ts";

export type PeoplePorts = InvitePorts & Pick<Services, "wake" | "report">;

const PATH = "/people";

/** `/people`: the home's members with their roles, and the invitations. */
export function peoplePages(ports: PeoplePorts, guard: MiddlewareHandler<PageEnv>) {
  const routes = new Hono<PageEnv>();
  const forms = formsOn(routes, guard);
  const keeper = pageMay("manage_members");
  routes.get(PATH, guard, pageMay("read_home"), (c) => peoplePage(c, ports));
  forms("/people/invitations", keeper, {
    page: PATH,
    shape: NewInvitation,
    wish: ({ text }) => ({ email: text("email"), role: text("role") }),
    run: (c, invitation) => inviteMember(ports, c.var, invitation),
    done: "invited",
    wakes: ports,
  });
  forms("/people/invitations/:id/withdraw", keeper, {
    page: PATH,
    run: (c) => withdrawInvitation(ports, c.var, idIn(c)),
    done: "removed",
  });
  forms("/people/:id/role", keeper, {
    page: PATH,
    shape: RoleChange,
    wish: ({ text }) => ({ role: text("role") }),
    run: (c, { role, revoke_keys: revokeKeys }) =>
      changeMemberRole(ports, c.var, { userId: idIn(c), role, revokeKeys }),
    done: "saved",
  });
  // Everyone may leave; the action decides who may remove others.
  forms("/people/:id/remove", null, {
    page: PATH,
    run: (c) => removeMember(ports, c.var, { userId: idIn(c), revokeKeys: null }),
    done: (c) => (idIn(c) === c.var.member.userId ? c.redirect("/", 303) : doneAt(c, PATH, "removed")),
  });
  return routes;
}

async function peoplePage(c: Context<PageEnv>, ports: PeoplePorts): Promise<Response> {
  const now = ports.clock();
  const { householdId, userId } = c.var.member;
  const mayManage = may("manage_members", c.var.member) === "yes";
  const [members, invitations] = await Promise.all([
    listMembers(ports.db, householdId),
    mayManage ? listInvitations(ports.db, householdId, now) : [],
  ]);
  const { frame, words, teller } = ownerPage(c, now, "settings");
  return c.html(
    <OwnerFrame {...frame} title={words.people.title} up="settings">
      <Members members={members} mayManage={mayManage} userId={userId} teller={teller} />
      {mayManage ? <Invitations invitations={invitations} teller={teller} /> : null}
    </OwnerFrame>,
  );
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
