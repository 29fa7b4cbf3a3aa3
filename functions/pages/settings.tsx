import type { Context, MiddlewareHandler } from "hono";
import { Hono } from "hono/tiny";
import type { Services } from "../../lib/kernel/services.actions.ts";
import type { Words } from "../../lib/language/en/pages.ts";
import { WORDS } from "../../lib/language/pages.ts";
import { type NotificationPorts, showNotifications } from "../../lib/messages/contacts/contacts.actions.ts";
import { may } from "../../lib/people/entitlement.ts";
import { showHousehold } from "../../lib/people/home.actions.ts";
import { acceptInvitation, declineOwnInvitation } from "../../lib/people/invitations.actions.ts";
import type { Member } from "../../lib/people/items.ts";
import { endSession, showSession, switchHome } from "../../lib/people/sessions.actions.ts";
import type { SignedIn } from "../../lib/people/sign-in.actions.ts";
import { isProved } from "../../lib/people/sign-in.ts";
import { clearSessionCookie, setSessionCookie } from "../_http/cookies.ts";
import { Press } from "./components/fields.tsx";
import { placeText } from "./components/home-forms.tsx";
import { EndOfHome, Homes, homeText, planText, reachText } from "./components/home-settings.tsx";
import { OwnerFrame } from "./components/owner-frame.tsx";
import { SettingsGroup } from "./components/settings-list.tsx";
import { formsOn, idIn } from "./form-action.ts";
import { saveOwnName } from "./own-name.tsx";
import { ownerPage } from "./owner-page.tsx";
import { addPlanPages, type PlanPorts } from "./plan.tsx";
import { problemPage } from "./problem-page.tsx";
import { addPuckPages } from "./pucks.tsx";
import { addRoomPages } from "./rooms.tsx";
import { type OperatorGuardPorts, type PageEnv, pageMay, proveFirst } from "./session.ts";
import { addHomeSettings, type HomeSettingsPorts } from "./settings-home.tsx";
import { addReadingSettings } from "./settings-reading.tsx";

export type SettingsPorts = OperatorGuardPorts &
  PlanPorts &
  NotificationPorts &
  HomeSettingsPorts &
  Pick<Services, "db" | "clock" | "random" | "serverVault">;

/** `/settings`: the home itself, its plan, and the way to everything else that can be set. */
export function settingsPages(ports: SettingsPorts, guard: MiddlewareHandler<PageEnv>) {
  const routes = new Hono<PageEnv>();
  routes.get("/settings", guard, async (c) => {
    const { member } = c.var;
    const [home, session, notifications] = await Promise.all([
      showHousehold(ports, member.householdId),
      showSession(ports, member),
      showNotifications(ports, member),
    ]);
    if (!home.ok) return problemPage(c, home.problem);
    if (!session.ok) return problemPage(c, session.problem);
    const { household } = home.value;
    const { frame, words, teller } = ownerPage(c, ports.clock(), "settings");
    return c.html(
      <OwnerFrame {...frame} isWide title={words.settings.title}>
        <Homes session={session.value} teller={teller} />
        <div class="settings">
          <SettingsGroup
            group="home"
            member={member}
            words={words}
            now={{
              homeLine: homeText(household),
              placeTitle: placeText(household, teller),
              plan: planText(household, teller),
              city: household.city ?? words.settings.off,
            }}
          />
          <SettingsGroup
            group="alertsGroup"
            member={member}
            words={words}
            now={{
              notifications: notifications.ok ? reachText(notifications.value, member.plan, words) : "",
              reading: readingText(member, words),
            }}
          />
          <div>
            <SettingsGroup group="accessGroup" member={member} words={words} now={{}} />
            <section class="panel">
              <p>{words.settings.account(member.email)}</p>
              <p>
                <a href="/settings/export/me">{words.settings.exportMe}</a>
              </p>
              {ports.adminEmails.has(member.email) ? (
                <p>
                  <a href="/operator">{words.settings.operator}</a>
                </p>
              ) : null}
              <p>
                <a href={words.landing.docsPath}>{words.landing.docs}</a> ·{" "}
                <a href="/status">{words.landing.status}</a>
              </p>
              <Press action="/sign-out" text={words.signIn.out} kind="second" />
            </section>
          </div>
        </div>
        {may("delete_household", member) === "yes" ? <EndOfHome teller={teller} /> : null}
      </OwnerFrame>,
    );
  });
  addHomeSettings(routes, ports, guard);
  addReadingSettings(routes, ports, guard);
  addPuckPages(routes, ports, guard);
  addRoomPages(routes, ports, guard);
  addPlanPages(routes, ports, guard);
  addMoves(routes, ports, guard);
  return routes;
}

const readingText = ({ language, temperatureUnit }: Member, { settings }: Words): string =>
  `${WORDS[language].name}, ${temperatureUnit === null ? settings.unitOfHome : `°${temperatureUnit}`}`;

function addMoves(routes: Hono<PageEnv>, ports: SettingsPorts, guard: MiddlewareHandler<PageEnv>): void {
  const forms = formsOn(routes, guard);
  const enter = (c: Context<PageEnv>, { token }: SignedIn) => {
    setSessionCookie(c, token);
    return c.redirect("/home", 303);
  };
  forms("/settings/homes/:id", null, {
    page: "/settings",
    run: (c) => switchHome(ports, c.var.member, idIn(c)),
    done: enter,
  });
  // The person whom it is for answers, whatever they may do in the home that they are in now.
  forms("/settings/invitations/:id", null, {
    page: "/settings",
    run: async (c, _, form) => {
      const named = await saveOwnName(ports, c.var, form);
      if (!named.ok) return named;
      const accepted = await acceptInvitation(ports, c.var, idIn(c));
      return accepted.ok ? switchHome(ports, c.var.member, accepted.value.household_id) : accepted;
    },
    done: enter,
  });
  forms("/settings/invitations/:id/decline", null, {
    page: (_, { text }) => (text("back") === "/welcome" ? "/welcome" : "/settings"),
    run: (c) => declineOwnInvitation(ports, c.var.member, idIn(c)),
    done: "declined",
  });
  // Everything that a home has can be downloaded after confirming one's identity; the confirmation leads back here.
  routes.get("/settings/export", guard, pageMay("export_household"), (c) =>
    isProved(c.var.member, ports.clock())
      ? c.redirect("/api/v1/household/export.zip", 303)
      : proveFirst(c, "/settings/export"),
  );
  routes.get("/settings/export/me", guard, (c) =>
    isProved(c.var.member, ports.clock())
      ? c.redirect("/api/account/user/export", 303)
      : proveFirst(c, "/settings/export/me"),
  );
  routes.post("/sign-out", guard, async (c) => {
    await endSession(ports, c.var, c.var.member.sessionId);
    clearSessionCookie(c);
    return c.redirect("/", 303);
  });
}
