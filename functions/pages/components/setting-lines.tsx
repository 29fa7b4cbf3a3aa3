import type { Child } from "hono/jsx";
import type { Words } from "../../../lib/language/en/pages.ts";
import type { ShownNotifications } from "../../../lib/messages/audience/shown-notifications.ts";
import type { HouseholdShown } from "../../../lib/people/home.actions.ts";
import type { Teller } from "../format/teller.ts";

type Household = HouseholdShown["household"];
type SettingName = {
  [Name in keyof Words["settings"]]: Words["settings"][Name] extends string ? Name : never;
}[keyof Words["settings"]];

type Props = {
  title: string;
  lines: readonly (readonly [name: SettingName, href: string | null, now: string])[];
  words: Words;
};

/** What can be set, each with how it is set now; all of a line leads to where it is changed by whoever may. */
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

export function planText(
  { plan, trial_ends_at: end, chosen_plan: chosen }: Household,
  teller: Teller,
): string {
  const { settings } = teller.words;
  const isTrial = chosen !== plan && end !== null && new Date(end) > teller.now;
  return isTrial
    ? `${settings.plans[plan]} · ${settings.trial(teller.date(new Date(end)))}`
    : settings.plans[plan];
}

/** The channels that reach the reader, by name. */
export function reachText(
  { email, push, sms, phone_state: phone }: ShownNotifications,
  { alertPage, settings }: Words,
): string {
  const { channels } = alertPage;
  const on = [
    ...(email ? [channels.email] : []),
    ...(push ? [channels.push] : []),
    ...(sms !== "off" && phone === "ok" ? [channels.sms] : []),
  ];
  return on.length === 0 ? settings.off : on.join(", ");
}
