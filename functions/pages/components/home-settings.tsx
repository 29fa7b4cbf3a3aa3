import type { Child } from "hono/jsx";
import type { Words } from "../../../lib/language/pages.ts";
import type { Plan } from "../../../schema/vocabulary.ts";
import { type Household, HouseholdChange } from "../../../schema/wire/account/household.ts";
import type { Notifications } from "../../../schema/wire/account/notifications.ts";
import type { SessionAnswer } from "../../../schema/wire/account/sessions.ts";
import type { Teller } from "../format/teller.ts";
import { OwnName, UNITS } from "../own-name.tsx";
import { Choice, Field, Form, Segments } from "./fields.tsx";
import { List, Row, Section } from "./list.tsx";
import { Press } from "./press.tsx";
import { useMember, useTeller } from "./teller-scope.ts";

type InvitedProps = {
  invitations: SessionAnswer["invitations"];
  /** The page that goes on after a no. */
  back: "/settings" | "/welcome";
  children?: Child;
};

/** Shows who invites the reader: yes and no, each one press. Nothing where nobody does. */
export function Invited({ invitations, back, children }: InvitedProps) {
  const { settings, welcome } = useTeller().words;
  const isNamed = useMember()?.name != null;
  if (invitations.length === 0) return null;
  return (
    <Section id="invited" title={welcome.invited}>
      <List items={invitations}>
        {({ id, household_name: home, invited_by: who }) => (
          <Row title={settings.invitedTo(home, who)}>
            <Form action={`/settings/invitations/${id}`} submit={settings.accept}>
              {isNamed ? null : <OwnName name={null} />}
            </Form>
            <Press
              action={`/settings/invitations/${id}/decline`}
              name="back"
              value={back}
              text={settings.decline}
            />
          </Row>
        )}
      </List>
      {children}
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
    ? settings.trial(teller.date(household.trial_ends_at ?? 0))
    : settings.plans[household.plan];
}

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

type Props = {
  action: string;
  household: Pick<Household, "name" | "time_zone" | "temperature_unit">;
  submit: string;
  children?: Child;
};

export function HomeForm({ action, household, submit, children }: Props) {
  const { welcome, common } = useTeller().words;
  return (
    <Form
      action={action}
      shape={HouseholdChange}
      labels={welcome}
      values={household}
      class="panel"
      submit={submit}
    >
      {children}
      <Field name="name" />
      <Choice name="time_zone" options={[["UTC", "UTC"]]} groups={zoneGroups(household.time_zone)} />
      <Segments label={common.degrees} name="temperature_unit" options={UNITS} />
    </Form>
  );
}

type Group = readonly [region: string, zones: readonly (readonly [value: string, text: string])[]];

/**
 * Every zone that this runtime knows by the region in its name, so that nobody has to know how one is written; the chosen one among them even where it is an older name.
 */
function zoneGroups(chosen: string): Group[] {
  const zones = new Set([...Intl.supportedValuesOf("timeZone"), chosen]);
  const regions = Map.groupBy(
    [...zones].filter((zone) => zone.includes("/") && !zone.startsWith("Etc/")).toSorted(),
    (zone) => zone.slice(0, zone.indexOf("/")),
  );
  return [...regions].map(([region, names]) => [region, names.map((zone) => [zone, townOf(zone)] as const)]);
}

/** `America/Indiana/Knox` is called `Knox, Indiana`. */
const townOf = (zone: string): string => zone.split("/").slice(1).reverse().join(", ").replaceAll("_", " ");
