import type { Child } from "hono/jsx";
import type { Words } from "../../../lib/language/en/pages.ts";
import type { ShownNotifications } from "../../../lib/messages/audience/shown-notifications.ts";
import type { HouseholdShown } from "../../../lib/people/home.actions.ts";
import type { ShownSession } from "../../../lib/people/sessions.actions.ts";
import type { Plan } from "../../../schema/vocabulary.ts";
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

type Household = HouseholdShown["household"];

type SettingName = {
  [Name in keyof Words["settings"]]: Words["settings"][Name] extends string ? Name : never;
}[keyof Words["settings"]];

type Props = {
  title: string;
  lines: readonly (readonly [name: SettingName, href: string | null, now: string])[];
  words: Words;
};

/**
 * All settings, each with its current value; the whole line links to the page that changes it, for people who may.
 */
export const SettingLines = ({ title, lines, words }: Props) => (
  <nav class="panel set" aria-label={title}>
    <h2>{title}</h2>
    <ul>
      {lines.map(([name, href, now]) => (
        <li>
          <Line href={href}>
            <strong>{words.settings[name]}</strong>
            <span class="hint">{now}</span>
          </Line>
        </li>
      ))}
    </ul>
  </nav>
);

const Line = ({ href, children }: { href: string | null; children: Child }) =>
  href === null ? <div>{children}</div> : <a href={href}>{children}</a>;

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
  { email, push, sms, phone_state: phone }: ShownNotifications,
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
