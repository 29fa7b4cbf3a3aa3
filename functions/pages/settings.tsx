import { Hono, type MiddlewareHandler } from "hono";
import { may } from "../../lib/domain/entitlement.ts";
import { acceptInvitation } from "../../lib/flows/account/answer-invitation.ts";
import { changeHousehold, changePlan, showHousehold } from "../../lib/flows/account/change-household.ts";
import { declineOwnInvitation } from "../../lib/flows/account/decline-invitation.ts";
import { endSession } from "../../lib/flows/account/end-session.ts";
import { showCity } from "../../lib/flows/account/show-city.ts";
import { showSession } from "../../lib/flows/account/show-session.ts";
import { switchHome } from "../../lib/flows/account/switch-home.ts";
import type { Clock, Random } from "../../lib/ports.ts";
import type { Db } from "../../lib/store/db.ts";
import { HouseholdChange, PlanChoice } from "../../schema/wire/account/household.ts";
import { clearSessionCookie, setSessionCookie } from "../_http/session-cookie.ts";
import { validate } from "../_http/validate.ts";
import { CityPanel } from "./components/city-panel.tsx";
import { Press } from "./components/fields.tsx";
import { EndOfHome, HomeFields, Homes, PlanPanel } from "./components/home-settings.tsx";
import { OwnerFrame } from "./components/owner-frame.tsx";
import { type Form, readForm } from "./form.ts";
import type { OperatorGuardPorts } from "./operator-guard.ts";
import { doneAt, ownerPage } from "./owner-page.tsx";
import { problemPage } from "./problem-page.tsx";
import { type PageEnv, pageMay } from "./session.ts";

export type SettingsPorts = OperatorGuardPorts & { db: Db; clock: Clock; random: Random };

const FURTHER = ["people", "notifications", "rules", "deliveries", "sessions", "activity"] as const;

/** `/settings`: the home itself, its plan, and the way to everything else that can be set. */
export function settingsPages(ports: SettingsPorts, guard: MiddlewareHandler<PageEnv>) {
  const routes = new Hono<PageEnv>();
  routes.get("/settings", guard, async (c) => {
    const { member } = c.var;
    const [home, session, city] = await Promise.all([
      showHousehold(ports, member.householdId),
      showSession(ports, member),
      showCity(ports, member.householdId),
    ]);
    if (!home.ok) return problemPage(c, home.problem);
    if (!session.ok) return problemPage(c, session.problem);
    const { household } = home.value;
    const further = ports.adminEmails.has(member.email) ? [...FURTHER, "operator" as const] : FURTHER;
    const facts = { timeZone: household.time_zone, temperatureUnit: household.temperature_unit };
    const { frame, words, teller } = ownerPage(c, ports.clock(), "settings", facts);
    return c.html(
      <OwnerFrame {...frame} title={words.settings.title}>
        <Homes session={session.value} teller={teller} />
        <nav class="panel" aria-label={words.settings.title}>
          <ul class="links">
            {further.map((name) => (
              <li>
                <a href={`/${name}`}>{words.settings[name]}</a>
              </li>
            ))}
          </ul>
        </nav>
        {may("manage_household", member) === "yes" ? (
          <HomeFields household={household} teller={teller} />
        ) : null}
        <CityPanel
          household={household}
          teller={teller}
          city={city.ok ? city.value.city : null}
          mayChange={may("manage_household", member) === "yes"}
        />
        <PlanPanel household={household} teller={teller} mayChange={may("change_plan", member) === "yes"} />
        {may("delete_household", member) === "yes" ? <EndOfHome teller={teller} /> : null}
        <section class="panel">
          <p>{words.settings.account(member.email)}</p>
          <Press action="/sign-out" text={words.signIn.out} kind="second" />
        </section>
      </OwnerFrame>,
    );
  });
  addForms(routes, ports, guard);
  addMoves(routes, ports, guard);
  return routes;
}

/** Null where the field is empty. */
const coordinate = (form: Form, name: string): number | null =>
  form.text(name) === "" ? null : form.number(name);

function addForms(routes: Hono<PageEnv>, ports: SettingsPorts, guard: MiddlewareHandler<PageEnv>): void {
  routes.post("/settings/home", guard, pageMay("manage_household"), async (c) => {
    const form = await readForm(c);
    if (!form.ok) return problemPage(c, form.problem);
    const { text } = form.value;
    const change = validate(HouseholdChange, {
      name: text("name"),
      time_zone: text("time_zone"),
      temperature_unit: text("temperature_unit"),
      latitude: coordinate(form.value, "latitude"),
      longitude: coordinate(form.value, "longitude"),
    });
    if (!change.ok) return problemPage(c, change.problem);
    const changed = await changeHousehold(ports, c.var, change.value);
    return changed.ok ? doneAt(c, "/settings", "saved") : problemPage(c, changed.problem);
  });
  routes.post("/settings/city", guard, pageMay("manage_household"), async (c) => {
    const form = await readForm(c);
    if (!form.ok) return problemPage(c, form.problem);
    const { text, has } = form.value;
    const city = text("city").trim() || null;
    const change = validate(HouseholdChange, { city, share_city_aggregates: has("share") });
    if (!change.ok) return problemPage(c, change.problem);
    const changed = await changeHousehold(ports, c.var, change.value);
    return changed.ok ? doneAt(c, "/settings", "saved") : problemPage(c, changed.problem);
  });
  routes.post("/settings/plan", guard, pageMay("change_plan"), async (c) => {
    const form = await readForm(c);
    if (!form.ok) return problemPage(c, form.problem);
    const choice = validate(PlanChoice, { plan: form.value.text("plan") });
    if (!choice.ok) return problemPage(c, choice.problem);
    const changed = await changePlan(ports, c.var, choice.value.plan);
    return changed.ok ? doneAt(c, "/settings", "saved") : problemPage(c, changed.problem);
  });
}

function addMoves(routes: Hono<PageEnv>, ports: SettingsPorts, guard: MiddlewareHandler<PageEnv>): void {
  routes.post("/settings/homes/:id", guard, async (c) => {
    const moved = await switchHome(ports, c.var.member, c.req.param("id"));
    if (!moved.ok) return problemPage(c, moved.problem);
    setSessionCookie(c, moved.value.token);
    return c.redirect("/home", 303);
  });
  // The person whom it is for answers, whatever they may do in the home that they are in now.
  routes.post("/settings/invitations/:id", guard, async (c) => {
    const accepted = await acceptInvitation(ports, c.var, c.req.param("id"));
    if (!accepted.ok) return problemPage(c, accepted.problem);
    const moved = await switchHome(ports, c.var.member, accepted.value.household_id);
    if (!moved.ok) return problemPage(c, moved.problem);
    setSessionCookie(c, moved.value.token);
    return c.redirect("/home", 303);
  });
  routes.post("/settings/invitations/:id/decline", guard, async (c) => {
    const form = await readForm(c);
    if (!form.ok) return problemPage(c, form.problem);
    const declined = await declineOwnInvitation(ports, c.var.member, c.req.param("id"));
    if (!declined.ok) return problemPage(c, declined.problem);
    return doneAt(c, form.value.text("back") === "/welcome" ? "/welcome" : "/settings", "declined");
  });
  routes.post("/sign-out", guard, async (c) => {
    await endSession(ports, c.var, c.var.member.sessionId);
    clearSessionCookie(c);
    // What the service worker has kept was for whoever was signed in.
    c.header("Clear-Site-Data", '"cache", "storage"');
    return c.redirect("/", 303);
  });
}
