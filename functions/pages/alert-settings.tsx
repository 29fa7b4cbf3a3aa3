import type { Context, MiddlewareHandler } from "hono";
import { Hono } from "hono/tiny";
import type { EndPorts } from "../../lib/alerts/end-with-owner.actions.ts";
import { replayHome, showWatched } from "../../lib/alerts/settings/home-replay.actions.ts";
import { saveHomeAlertSettings, showHomeAlertSettings } from "../../lib/alerts/settings/settings.actions.ts";
import { overridesOf } from "../../lib/alerts/settings/settings.ts";
import { type Outcome, refuse } from "../../lib/kernel/outcome.ts";
import { may } from "../../lib/people/entitlement.ts";
import { findHomePage } from "../../lib/sharing/home-page/home-page.queries.ts";
import { HomeAlertSettings } from "../../schema/wire/alert-settings.ts";
import { validate } from "../_http/validate.ts";
import { type WakePorts, wakeAfterWrites } from "../_http/wake-after-writes.ts";
import { HomeLimits, HomeReplay, SensorLimits } from "./components/alert-limits.tsx";
import { OwnerFrame } from "./components/owner-frame.tsx";
import { SettingHeading } from "./components/setting-lines.tsx";
import { type Form, formOf, readForm } from "./form.ts";
import { formRefused } from "./form-note.ts";
import { limitsWish } from "./format/limits-wish.ts";
import { doneAt, ownerPage, problemSentence } from "./owner-page.tsx";
import { problemPage } from "./problem-page.tsx";
import { actingOf, type PageEnv, pageMay } from "./session.ts";

type Ports = EndPorts & WakePorts;
const PATH = "/settings/alerts";

/** `/settings/alerts`: what the home is warned of, sensor by sensor, and what that would have said last month. */
export function alertSettingsPages(ports: Ports, guard: MiddlewareHandler<PageEnv>) {
  const routes = new Hono<PageEnv>();
  routes.get(PATH, guard, (c) => settingsPage(c, ports));
  routes.post(PATH, guard, pageMay("manage_rules"), wakeAfterWrites(ports), async (c) => {
    const form = await readForm(c);
    if (!form.ok) return problemPage(c, form.problem);
    const wish = await wishOf(c, ports, form.value);
    if (!wish.ok) return formRefused(c, PATH, wish.problem, form.value);
    const saved = await saveHomeAlertSettings(ports, actingOf(c), wish.value);
    return saved.ok ? doneAt(c, PATH, "saved") : formRefused(c, PATH, saved.problem, form.value);
  });
  return routes;
}

/** The form's settings over the others that the home has. */
async function wishOf(c: Context<PageEnv>, ports: Ports, form: Form): Promise<Outcome<HomeAlertSettings>> {
  const now = await showHomeAlertSettings(ports, c.var.member.householdId);
  if (!now.ok) return now;
  const wish = validate(HomeAlertSettings, limitsWish(form, now.value));
  if (wish.ok) return wish;
  const { name, sentence } = wish.problem;
  // The field of the form is the setting, not the number in it.
  return refuse(name, sentence?.replace('.value"', '"'));
}

async function settingsPage(c: Context<PageEnv>, ports: Ports): Promise<Response> {
  const { householdId } = c.var.member;
  const [settings, watched, home] = await Promise.all([
    showHomeAlertSettings(ports, householdId),
    showWatched(ports, householdId),
    findHomePage(ports.db, householdId, ports.clock()),
  ]);
  if (!settings.ok) return problemPage(c, settings.problem);
  if (!watched.ok || home === null) return problemPage(c, { name: "not_found" });
  const { frame, words, teller } = ownerPage(c, ports.clock(), "settings", home);
  const query = new URL(c.req.url).searchParams;
  const asked = query.has("try") ? await wishOf(c, ports, formOf(query)) : null;
  const replayed = asked?.ok ? await replayHome(ports, householdId, overridesOf(asked.value)) : null;
  const problem = asked?.ok === false ? asked.problem : undefined;
  const sensors = new Map(
    home.devices.flatMap((device) => device.sensors.map((sensor) => [sensor.id, sensor])),
  );
  return c.html(
    <OwnerFrame
      {...frame}
      isWide
      title={words.limits.title}
      heading={<SettingHeading title={words.limits.title} words={words} />}
      problem={problem === undefined ? frame.problem : problemSentence(problem, words)}
    >
      {replayed?.ok ? (
        <HomeReplay replayed={replayed.value} sensors={sensors} lines={watched.value} teller={teller} />
      ) : null}
      <div class="columns">
        {may("manage_rules", c.var.member) === "yes" ? (
          <HomeLimits
            effective={settings.value.effective}
            given={query.has("try") ? formOf(query) : null}
            action={PATH}
            teller={teller}
          />
        ) : null}
        <SensorLimits lines={watched.value} sensors={sensors} teller={teller} />
      </div>
    </OwnerFrame>,
  );
}
