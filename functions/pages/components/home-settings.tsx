import type { ShownSession } from "../../../lib/people/sessions.actions.ts";
import type { Teller } from "../format/teller.ts";
import { Press } from "./fields.tsx";

type InvitationProps = {
  invitations: ShownSession["invitations"];
  back: "/settings" | "/welcome";
  teller: Teller;
};

/** Shows who invites the reader: yes and no, each one press. `back`: the page that goes on after a no. */
export function InvitationLines({ invitations, back, teller }: InvitationProps) {
  const { settings } = teller.words;
  return (
    <>
      {invitations.map(({ id, household_name: home, invited_by: who }) => (
        <li>
          <span>{settings.invitedTo(home, who)}</span>
          <Press action={`/settings/invitations/${id}`} text={settings.accept} />
          <Press
            action={`/settings/invitations/${id}/decline`}
            name="back"
            value={back}
            text={settings.decline}
            kind="second"
          />
        </li>
      ))}
    </>
  );
}

/** Shows the reader's other homes and invitations; nothing for somebody of one home. */
export function Homes({ session, teller }: { session: ShownSession; teller: Teller }) {
  const { settings } = teller.words;
  const { households, invitations, household } = session;
  const others = households.filter(({ id }) => id !== household.id);
  if (others.length === 0 && invitations.length === 0) return null;
  return (
    <section class="panel" aria-labelledby="homes">
      <h2 id="homes">{settings.homes}</h2>
      <ul class="lines">
        <InvitationLines invitations={invitations} teller={teller} back="/settings" />
        {others.map(({ id, name }) => (
          <li>
            <strong>{name}</strong>
            <Press action={`/settings/homes/${id}`} text={settings.goThere} kind="second" />
          </li>
        ))}
      </ul>
    </section>
  );
}

/** What the home has, to take away; and its end. */
export function EndOfHome({ teller }: { teller: Teller }) {
  const { settings } = teller.words;
  return (
    <section class="panel" aria-labelledby="end-of-home">
      <h2 id="end-of-home">{settings.end}</h2>
      <p class="hint">{settings.exportHint}</p>
      <div class="row">
        <a class="button second" href="/settings/export">
          {settings.export}
        </a>
        <a class="button second" href="/settings/delete">
          {settings.delete}
        </a>
      </div>
    </section>
  );
}
