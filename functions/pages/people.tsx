import type { Context, MiddlewareHandler } from "hono";
import { Hono } from "hono/tiny";
import type { Problem } from "../../lib/kernel/outcome.ts";
import type { Services } from "../../lib/kernel/services.actions.ts";
import { may } from "../../lib/people/entitlement.ts";
import { type InvitePorts, inviteMember, withdrawInvitation } from "../../lib/people/invitations.actions.ts";
import { listInvitations } from "../../lib/people/invitations.queries.ts";
import type { InvitationItem, MemberItem } from "../../lib/people/items.ts";
import { changeMemberRole, removeMember } from "../../lib/people/members.actions.ts";
import { listMembers } from "../../lib/people/members.queries.ts";
import { ROLES } from "../../schema/vocabulary.ts";
import { NewInvitation, RoleChange } from "../../schema/wire/account/household.ts";
import { wakeInBackground } from "../_http/in-background.ts";
import { validate } from "../_http/validate.ts";
import { Ask, Choice, Field, Form } from "./components/fields.tsx";
import { OwnerFrame } from "./components/owner-frame.tsx";
import { readForm, type Form as SentForm } from "./form.ts";
import { formRefused } from "./form-note.ts";
import type { Teller } from "./format/teller.ts";
import { doneAt, ownerPage } from "./owner-page.tsx";
import { problemPage } from "./problem-page.tsx";
import { proveFirst } from "./prove.tsx";
import { type PageEnv, pageMay } from "./session.ts";

export type PeoplePorts = InvitePorts & Pick<Services, "wake" | "report">;

/** `/people`: the home's members with their roles, and the invitations. */
export function peoplePages(ports: PeoplePorts, guard: MiddlewareHandler<PageEnv>) {
  const routes = new Hono<PageEnv>();
  routes.get("/people", guard, pageMay("read_home"), (c) => peoplePage(c, ports));
  routes.post("/people/invitations", guard, pageMay("manage_members"), async (c) => {
    const form = await readForm(c);
    if (!form.ok) return problemPage(c, form.problem);
    const wish = validate(NewInvitation, { email: form.value.text("email"), role: form.value.text("role") });
    if (!wish.ok) return formRefused(c, "/people", wish.problem, form.value);
    const invited = await inviteMember(ports, c.var, wish.value);
    if (!invited.ok) return refused(c, invited.problem, form.value);
    wakeInBackground(c, ports);
    return doneAt(c, "/people", "invited");
  });
  routes.post("/people/invitations/:id/withdraw", guard, pageMay("manage_members"), async (c) => {
    const withdrawn = await withdrawInvitation(ports, c.var, c.req.param("id"));
    return withdrawn.ok ? doneAt(c, "/people", "removed") : formRefused(c, "/people", withdrawn.problem);
  });
  routes.post("/people/:id/role", guard, pageMay("manage_members"), async (c) => {
    const form = await readForm(c);
    if (!form.ok) return problemPage(c, form.problem);
    const wish = validate(RoleChange, { role: form.value.text("role") });
    if (!wish.ok) return formRefused(c, "/people", wish.problem, form.value);
    const { role, revoke_keys: revokeKeys } = wish.value;
    const changed = await changeMemberRole(ports, c.var, { userId: c.req.param("id"), role, revokeKeys });
    return changed.ok ? doneAt(c, "/people", "saved") : refused(c, changed.problem);
  });
  // Everyone may leave; the action decides who may remove others.
  routes.post("/people/:id/remove", guard, async (c) => {
    const userId = c.req.param("id");
    const removed = await removeMember(ports, c.var, { userId, revokeKeys: null });
    if (!removed.ok) return refused(c, removed.problem);
    return userId === c.var.member.userId ? c.redirect("/", 303) : doneAt(c, "/people", "removed");
  });
  return routes;
}

/** Changing owners requires a confirmed identity; the page shows every other refusal. */
const refused = async (c: Context<PageEnv>, problem: Problem, form?: SentForm): Promise<Response> =>
  problem.name === "prove_again" ? proveFirst(c, "/people") : formRefused(c, "/people", problem, form);

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
      <ul class="lines">
        {members.map(({ user_id: id, email, role, joined_at: joined }) => (
          <li>
            <div class="who">
              <strong>{email}</strong>
              <span class="hint">
                {`${words.roles[role]} · ${words.joined(teller.date(new Date(joined)))}${id === userId ? ` · ${words.you}` : ""}`}
              </span>
            </div>
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
          </li>
        ))}
      </ul>
    </section>
  );
}

function Invitations({ invitations, teller }: { invitations: readonly InvitationItem[]; teller: Teller }) {
  const { people: words } = teller.words;
  return (
    <section class="panel" aria-labelledby="invite">
      <h2 id="invite">{words.inviteTitle}</h2>
      <ul class="lines">
        {invitations.map(({ id, email, role, expires_at: end }) => (
          <li>
            <div class="who">
              <strong>{email}</strong>
              <span class="hint">{`${words.roles[role]} · ${words.invited(teller.date(new Date(end)))}`}</span>
            </div>
            <Ask
              action={`/people/invitations/${id}/withdraw`}
              text={words.withdraw}
              label={`${words.withdraw}: ${email}`}
              warning={words.withdrawWarning}
            />
          </li>
        ))}
      </ul>
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
    </section>
  );
}
