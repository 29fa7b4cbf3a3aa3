import type { Context } from "hono";
import { WORDS, type Words } from "../../lib/language/pages.ts";
import { showNotifications } from "../../lib/messages/contacts/contacts.actions.ts";
import { showHousehold } from "../../lib/people/home.actions.ts";
import { acceptInvitation, declineOwnInvitation } from "../../lib/people/invitations.actions.ts";
import type { Member } from "../../lib/people/items.ts";
import { endSession, showSession, switchHome } from "../../lib/people/sessions.actions.ts";
import type { SignedIn } from "../../lib/people/sign-in.actions.ts";
import { isProved } from "../../lib/people/sign-in.ts";
import { clearSessionCookie, setSessionCookie } from "../_http/cookies.ts";
import { homeText, Invited, placeText, planText, reachText } from "./components/home-settings.tsx";
import { Section } from "./components/list.tsx";
import { Go, Press } from "./components/press.tsx";
import { SettingsGroup } from "./components/settings-list.tsx";
import { saveOwnName } from "./own-name.tsx";
import { type PageEnv, proveFirst } from "./session.ts";
import { idIn, type Site, together } from "./site.ts";

/** `/settings`: the home itself, its plan, and the way to everything else that can be set. */
export function settingsPages({ services, page, get, post }: Site): void {
  const { form } = page("/settings", null, {
    load: async (c) => {
      const { member } = c.var;
      const found = await together({
        home: showHousehold(services, member.householdId),
        session: showSession(services, member),
        notifications: showNotifications(services, member),
      });
      return found.ok ? { ...found.value, ...found.value.home, member } : found;
    },
    isWide: true,
    view: ({ household, session, notifications, member }, { words, teller, mayDo }) => (
      <>
        <Invited invitations={session.invitations} back="/settings" />
        <div class="settings">
          <SettingsGroup
            group="home"
            now={{
              homeLine: homeText(household),
              placeTitle: placeText(household, teller),
              plan: planText(household, teller),
              city: household.city ?? words.settings.off,
            }}
          />
          <SettingsGroup
            group="alertsGroup"
            now={{
              notifications: reachText(notifications, member.plan, words),
              reading: readingText(member, words),
            }}
          />
          <div>
            <SettingsGroup group="accessGroup" now={{}} />
            <section class="panel">
              <p>{words.settings.account(member.email)}</p>
              <p>
                <a href="/settings/export/me">{words.settings.exportMe}</a>
              </p>
              {services.adminEmails.has(member.email) ? (
                <p>
                  <a href="/operator">{words.settings.operator}</a>
                </p>
              ) : null}
              <p>
                <a href={words.landing.docsPath}>{words.landing.docs}</a> ·{" "}
                <a href="/status">{words.landing.status}</a>
              </p>
              <Press action="/sign-out" text={words.signIn.out} />
            </section>
          </div>
        </div>
        {mayDo("delete_household") ? (
          <Section id="end-of-home" title={words.settings.end} hint={words.settings.exportHint}>
            <div class="row">
              <Go href="/settings/export">{words.settings.export}</Go>
              <Go href="/settings/delete">{words.settings.delete}</Go>
            </div>
          </Section>
        ) : null}
      </>
    ),
  });
  const enter = (c: Context<PageEnv>, { token }: SignedIn) => {
    setSessionCookie(c, token);
    return c.redirect("/home", 303);
  };
  form("/settings/homes/:id", null, { run: (c) => switchHome(services, c.var.member, idIn(c)), done: enter });
  // The person whom it is for answers, whatever they may do in the home that they are in now.
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
  // Everything that a home has can be downloaded after confirming one's identity; the confirmation leads back here.
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
}

const readingText = ({ language, temperatureUnit }: Member, { settings }: Words): string =>
  `${WORDS[language].name} · ${temperatureUnit === null ? settings.unitOfHome : `°${temperatureUnit}`}`;
