import type { Words } from "../../../lib/language/en/pages.ts";
import type { Plan } from "../../../schema/vocabulary.ts";
import type { Household } from "../../../schema/wire/account/household.ts";
import type { Notifications } from "../../../schema/wire/account/notifications.ts";
import type { SessionAnswer } from "../../../schema/wire/account/sessions.ts";
import type { Teller } from "../format/teller.ts";
import { OwnName } from "../own-name.tsx";
import { Form, Press } from "./fields.tsx";
import { Go } from "./go.tsx";
import { List, Row, Section } from "./list.tsx";

type InvitationProps = {
  invitations: SessionAnswer["invitations"];
  /** Null where the person has not said one: it is asked for with a yes. */
  ownName: string | null;
  back: "/settings" | "/welcome";
  teller: Teller;
};

/** Shows who invites the reader: yes and no, each one press. `back`: the page that goes on after a no. */
export function InvitationLines({ invitations, ownName, back, teller }: InvitationProps) {
  const { settings } = teller.words;
  return (
    <>
      {invitations.map(({ id, household_name: home, invited_by: who }) => (
        <Row title={settings.invitedTo(home, who)}>
          <Form action={`/settings/invitations/${id}`} class="row" prefix={id}>
            {ownName === null ? <OwnName name={null} words={teller.words} /> : null}
            <button type="submit">{settings.accept}</button>
          </Form>
          <Press
            action={`/settings/invitations/${id}/decline`}
            name="back"
            value={back}
            text={settings.decline}
            kind="second"
          />
        </Row>
      ))}
    </>
  );
}

/** Shows the reader's other homes and invitations; nothing for somebody of one home. */
export function Homes({ session, teller }: { session: SessionAnswer; teller: Teller }) {
  const { settings } = teller.words;
  const { households, invitations, household } = session;
  const others = households.filter(({ id }) => id !== household.id);
  if (others.length === 0 && invitations.length === 0) return null;
  return (
    <Section id="homes" title={settings.homes}>
      <List>
        <InvitationLines
          invitations={invitations}
          ownName={session.user.name}
          teller={teller}
          back="/settings"
        />
        {others.map(({ id, name }) => (
          <Row title={name}>
            <Press action={`/settings/homes/${id}`} text={settings.goThere} kind="second" />
          </Row>
        ))}
      </List>
    </Section>
  );
}

/** What the home has, to take away; and its end. */
export function EndOfHome({ teller }: { teller: Teller }) {
  const { settings } = teller.words;
  return (
    <Section id="end-of-home" title={settings.end} hint={settings.exportHint}>
      <div class="row">
        <Go href="/settings/export">{settings.export}</Go>
        <Go href="/settings/delete">{settings.delete}</Go>
      </div>
    </Section>
  );
}

export const homeText = ({ name, time_zone: zone, temperature_unit: unit }: Household): string =>
  `${name} · °${unit} · ${zone.replaceAll("_", " ")}`;

export const isOnTrial = (
  {
    plan,
    trial_ends_at: end,
    chosen_plan: chosen,
  }: Pick<Household, "plan" | "trial_ends_at" | "chosen_plan">,
  now: Date,
): boolean => chosen !== plan && end !== null && new Date(end) > now;

export function planText(household: Household, teller: Teller): string {
  const { settings } = teller.words;
  return isOnTrial(household, teller.now)
    ? settings.trial(teller.date(new Date(household.trial_ends_at ?? 0)))
    : settings.plans[household.plan];
}

/** The channels that reach the reader, by name. */
export function reachText(
  { email, push, sms, phone_state: phone }: Notifications,
  plan: Plan,
  { alertPage, settings }: Words,
): string {
  const { channels } = alertPage;
  const on = [
    ...(email ? [channels.email] : []),
    ...(push && plan === "pro" ? [channels.push] : []),
    ...(plan === "pro" && sms !== "off" && phone === "ok" ? [channels.sms] : []),
  ];
  return on.length === 0 ? settings.off : on.join(", ");
}

/** `Near Duluth`, or the coordinates that a program has set. */
export function placeText({ latitude, longitude, city }: Household, { words, number }: Teller): string {
  if (latitude === null || longitude === null) return words.settings.placeNone;
  return city === null ? `${number(latitude, 2)}°, ${number(longitude, 2)}°` : words.settings.placeNear(city);
}
