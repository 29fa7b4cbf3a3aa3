import type { Context } from "hono";
import { WORDS } from "../../lib/language/pages.ts";
import { personText } from "../../lib/language/sms-text.ts";
import { listContacts, showNotifications } from "../../lib/messages/contacts/contacts.actions.ts";
import { deleteHome, showHousehold } from "../../lib/people/home.actions.ts";
import { acceptInvitation, declineOwnInvitation } from "../../lib/people/invitations.actions.ts";
import { deleteAccount } from "../../lib/people/members.actions.ts";
import { endSession, showSession, switchHome } from "../../lib/people/sessions.actions.ts";
import type { SignedIn } from "../../lib/people/sign-in.actions.ts";
import { isProved } from "../../lib/people/sign-in.ts";
import type { Channel } from "../../schema/vocabulary.ts";
import type { Household } from "../../schema/wire/account/household.ts";
import type { SessionAnswer } from "../../schema/wire/account/sessions.ts";
import { clearSessionCookie, setSessionCookie } from "../_http/cookies.ts";
import { SettingsGroup } from "./components/document.tsx";
import { Form } from "./components/fields.tsx";
import { Ask, Go, LinkLine, List, Press, Section } from "./components/list.tsx";
import { type Teller, useMember, useTeller } from "./format/teller.tsx";
import { OwnName, saveOwnName } from "./people.tsx";
import { type PageEnv, proveFirst } from "./session.ts";
import { idIn, type Site } from "./site.ts";

const DELETE = "/settings/delete";
const DELETE_ACCOUNT = "/settings/account/delete";

/** `/settings`: links to all settings with their current values, and the forms to export or delete. */
export function settingsPages({ services, page, get, post }: Site): void {
  const { form, act } = page("/settings", null, {
    load: ({ var: { member } }) => ({
      home: showHousehold(services, member.householdId),
      session: showSession(services, member),
      notifications: showNotifications(services, member),
      listed: listContacts(services, member.userId),
      member,
    }),
    isWide: true,
    view: ({ home: { household }, session, notifications, listed, member }, { words, teller, mayDo }) => {
      // Lists only channels that are turned on and have a contact: push without a phone reaches nobody.
      const [isPro, isOwner] = [member.plan === "pro", mayDo("delete_household")];
      const on: Partial<Record<Channel, boolean>> = {
        push: isPro && notifications.push,
        sms: isPro && notifications.sms !== "off",
      };
      const reached = listed.contacts.filter(({ channel, state }) => state === "ok" && (on[channel] ?? true));
      const email: Channel[] = notifications.email ? ["email"] : [];
      const channels = new Set([...email, ...reached.map(({ channel }) => channel)]);
      const reach = [...channels].map((channel) => words.alertPage.channels[channel]).join(", ");
      return [
        <Invited invitations={session.invitations} back="/settings" />,
        <div class="settings">
          <SettingsGroup
            group="home"
            now={{
              homeLine: `${household.name} · °${household.temperature_unit} · ${household.time_zone.replaceAll("_", " ")}`,
              placeTitle: placeText(household, teller),
              plan: planText(household, teller),
              city: household.city ?? words.settings.off,
            }}
          />
          <SettingsGroup
            group="alertsGroup"
            now={{
              notifications: reach || words.settings.off,
              reading: `${WORDS[member.language].name} · ${member.temperatureUnit ? `°${member.temperatureUnit}` : words.settings.unitOfHome}`,
            }}
          />
          <div>
            <SettingsGroup group="accessGroup" />
            <section class="panel">
              <p>{words.settings.account(member.email)}</p>
              {services.adminEmails.has(member.email) && (
                <LinkLine href="/operator" text={words.settings.operator} />
              )}
              <p>
                <a href={words.landing.docsPath}>{words.landing.docs}</a> ·{" "}
                <a href="/status">{words.landing.status}</a>
              </p>
              <Press action="/sign-out" text={words.signIn.out} />
            </section>
          </div>
        </div>,
        <Section id="end" title={words.settings.end} hint={isOwner ? words.settings.exportHint : null}>
          <div class="row">
            {isOwner && <Go href="/settings/export">{words.settings.export}</Go>}
            <Go href="/settings/export/me">{words.settings.exportMe}</Go>
            {isOwner && (
              <Ask action={DELETE} text={words.settings.delete} warning={words.settings.deleteWarning} />
            )}
            <Ask
              action={DELETE_ACCOUNT}
              text={words.deleteAccount.title}
              warning={`${words.deleteAccount.lead(member.email)} ${words.deleteAccount.homes}`}
            />
          </div>
        </Section>,
      ];
    },
  });
  const enter = ({ token }: SignedIn, { c }: { c: Context<PageEnv> }) => {
    setSessionCookie(c, token);
    return c.redirect("/home", 303);
  };
  form("/settings/homes/:id", null, { run: (c) => switchHome(services, c.var.member, idIn(c)), done: enter });
  // An invitation is the invited person's own, so their role in the current home doesn't matter.
  form("/settings/invitations/:id", null, {
    run: async (c, _, form) => {
      const named = await saveOwnName(services, c.var, form);
      if (!named.ok) return named;
      const accepted = await acceptInvitation(services, c.var, idIn(c));
      return accepted.ok ? switchHome(services, c.var.member, accepted.value.household_id) : accepted;
    },
    done: enter,
  });
  form("/settings/invitations/:id/decline", null, {
    page: (_, { text }) => (text("back") === "/welcome" ? "/welcome" : "/settings"),
    run: (c) => declineOwnInvitation(services, c.var.member, idIn(c)),
    done: "declined",
  });
  // A download needs a recently confirmed identity. The page for that leads back here.
  for (const [path, right, file] of [
    ["/settings/export", "export_household", "/api/v1/household/export.zip"],
    ["/settings/export/me", null, "/api/account/user/export"],
  ] as const)
    get(path, right, (c) =>
      isProved(c.var.member, services.clock()) ? c.redirect(file, 303) : proveFirst(c, path),
    );
  post("/sign-out", null, async (c) => {
    await endSession(services, c.var, c.var.member.sessionId);
    clearSessionCookie(c);
    return c.redirect("/", 303);
  });
  const signedOut =
    (said: "homeDeleted" | "accountDeleted") =>
    (_: unknown, { c }: { c: Context }) => {
      clearSessionCookie(c);
      return said;
    };
  const proved = { isProved: true, to: "/sign-in" };
  act(DELETE, "delete_household", null, deleteHome, signedOut("homeDeleted"), proved);
  act(DELETE_ACCOUNT, null, null, deleteAccount, signedOut("accountDeleted"), proved);
}

type InvitedProps = Pick<SessionAnswer, "invitations"> & { back: "/settings" | "/welcome" };

/** The reader's invitations, each with accept and decline. Declining leads to `back`. Nothing if there are none. */
export function Invited({ invitations, back }: InvitedProps) {
  const { settings, welcome } = useTeller().words;
  const isNamed = useMember()?.name != null;
  if (invitations.length === 0) return null;
  return (
    <Section id="invited" title={welcome.invited}>
      <List items={invitations}>
        {({ id, household_name: home, invited_by: email, invited_by_name: name }) => ({
          title: settings.invitedTo(home, personText({ name, email })),
          children: (
            <>
              <Form action={`/settings/invitations/${id}`} submit={settings.accept}>
                {isNamed ? null : <OwnName name={null} />}
              </Form>
              <Press action={`/settings/invitations/${id}/decline`} send={{ back }} text={settings.decline} />
            </>
          ),
        })}
      </List>
    </Section>
  );
}

export const isOnTrial = (home: Household, now: Date): boolean =>
  home.chosen_plan !== home.plan && home.trial_ends_at !== null && new Date(home.trial_ends_at) > now;

export function planText(household: Household, teller: Teller): string {
  const { settings } = teller.words;
  return isOnTrial(household, teller.now)
    ? settings.trial(teller.date(household.trial_ends_at ?? 0))
    : settings.plans[household.plan];
}

/** Returns `Near Duluth`, or the coordinates if an API call has set them without a city. */
export function placeText({ latitude, longitude, city }: Household, { words, number }: Teller): string {
  if (latitude === null || longitude === null) return words.settings.placeNone;
  return city === null ? `${number(latitude, 2)}°, ${number(longitude, 2)}°` : words.settings.placeNear(city);
}
