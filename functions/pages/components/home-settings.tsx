import type { HouseholdShown } from "../../../lib/flows/account/change-household.ts";
import type { ShownSession } from "../../../lib/flows/account/show-session.ts";
import { LIMITS } from "../../../schema/limits.ts";
import type { Teller } from "../format/teller.ts";
import { Choice, Field, Press } from "./fields.tsx";

type Household = HouseholdShown["household"];

export function HomeFields({ household, teller }: { household: Household; teller: Teller }) {
  const { welcome, settings, owner } = teller.words;
  const { name, time_zone: zone, temperature_unit: unit, latitude, longitude } = household;
  return (
    <form method="post" action="/settings/home" class="panel narrow">
      <h2>{settings.home}</h2>
      <Field label={welcome.name} name="name" value={name} required maxlength={LIMITS.nameCharactersMax} />
      <Field label={welcome.zone} name="time_zone" value={zone} hint={welcome.zoneHint} required />
      <Choice
        label={welcome.unit}
        name="temperature_unit"
        value={unit}
        options={[
          ["F", "°F"],
          ["C", "°C"],
        ]}
      />
      <Field label={settings.latitude} name="latitude" value={latitude ?? ""} inputmode="decimal" />
      <Field
        label={settings.longitude}
        name="longitude"
        value={longitude ?? ""}
        inputmode="decimal"
        hint={settings.place}
      />
      <button type="submit">{owner.save}</button>
    </form>
  );
}

type PlanProps = { household: Household; teller: Teller; mayChange: boolean };

export function PlanPanel({ household, teller, mayChange }: PlanProps) {
  const { settings } = teller.words;
  const { plan, chosen_plan: chosen, trial_ends_at: trialEnd } = household;
  const isTrial = trialEnd !== null && new Date(trialEnd) > teller.now;
  return (
    <section class="panel" aria-labelledby="plan">
      <h2 id="plan">{settings.plan}</h2>
      <p>
        {settings.planNow(settings.plans[plan])}
        {isTrial ? ` ${settings.trial(teller.date(new Date(trialEnd)))}` : null}
      </p>
      {mayChange ? (
        <Press
          action="/settings/plan"
          name="plan"
          value={chosen === "pro" ? "free" : "pro"}
          text={chosen === "pro" ? settings.toFree : settings.toPro}
          kind="second"
        />
      ) : null}
    </section>
  );
}

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
        <a class="button second" href="/api/account/household/export" download>
          {settings.export}
        </a>
        <a class="button second" href="/settings/delete">
          {settings.delete}
        </a>
      </div>
    </section>
  );
}
