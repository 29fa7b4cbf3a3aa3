import type { Context, MiddlewareHandler } from "hono";
import { Hono } from "hono/tiny";
import type { EndPorts } from "../../lib/alerts/commit-judgement.actions.ts";
import { simulateRule } from "../../lib/alerts/rules/simulate.actions.ts";
import {
  saveSensorAlertSettings,
  showSensorAlertSettings,
} from "../../lib/alerts/settings/settings.actions.ts";
import { type SettingsShown, shownSettings } from "../../lib/alerts/settings/settings.ts";
import { placementOf } from "../../lib/devices/placement/placement.ts";
import { placementLayer } from "../../lib/devices/placement/sensor-settings.ts";
import { changeSensor } from "../../lib/devices/sensors.actions.ts";
import { DAY_MS } from "../../lib/kernel/time.ts";
import { may } from "../../lib/people/entitlement.ts";
import { type OwnSensorPage, showSensorPage } from "../../lib/sharing/home-page/home-pages.actions.ts";
import { isChartRange } from "../../lib/sharing/home-page/workbench.ts";
import { SensorAlertSettings } from "../../schema/wire/alert-settings.ts";
import { SensorChange } from "../../schema/wire/devices.ts";
import type { WakePorts } from "../_http/in-background.ts";
import { ALL_RANGES, Chart, RangeChoices } from "./components/chart.tsx";
import { Icon } from "./components/icons.tsx";
import { LimitsForm } from "./components/limits-form.tsx";
import { OwnerFrame } from "./components/owner-frame.tsx";
import { SensorNow } from "./components/sensor-now.tsx";
import { PastAlerts, SensorSettings } from "./components/sensor-settings.tsx";
import { UnitQuestion } from "./components/unit-question.tsx";
import { type Form, formOf } from "./form.ts";
import { formsOn, idIn } from "./form-action.ts";
import { checkForm } from "./form-check.ts";
import { type LimitGroup, limitsWish, sensorLimits } from "./format/limit-fields.ts";
import { nameOf } from "./format/name-of.ts";
import { ownerPage, problemSentence } from "./owner-page.tsx";
import { problemPage } from "./problem-page.tsx";
import { actingOf, type PageEnv, pageMay } from "./session.ts";

type Ports = EndPorts & WakePorts;
const PATH = "/sensors/:id";

/** `/sensors/{id}`: a sensor's past, its limit with what it would have meant, its label and place. */
export function sensorPages(ports: Ports, guard: MiddlewareHandler<PageEnv>) {
  const routes = new Hono<PageEnv>();
  const forms = formsOn(routes, guard);
  routes.get(PATH, guard, async (c) => {
    const range = c.req.query("range");
    const ask = { householdId: c.var.member.householdId, sensorId: c.req.param("id") };
    const shown = await showSensorPage(ports, { ...ask, range: isChartRange(range) ? range : "24h" });
    return shown.ok ? sensorPage(c, ports, shown.value) : problemPage(c, shown.problem);
  });
  forms(PATH, pageMay("manage_sensors"), {
    shape: SensorChange,
    wish: ({ text, has }) => ({
      label: text("label"),
      visible: has("visible"),
      ...(has("placement") ? { placement: text("placement") === "auto" ? null : text("placement") } : {}),
    }),
    run: (c, change) => changeSensor(ports, actingOf(c), idIn(c), change),
    done: "saved",
  });
  forms(`${PATH}/unit`, pageMay("manage_sensors"), {
    page: pageOf,
    shape: SensorChange,
    wish: ({ text }) => ({ unit: text("unit") }),
    run: (c, change) => changeSensor(ports, actingOf(c), idIn(c), change),
    done: "saved",
    wakes: ports,
  });
  forms(`${PATH}/limit`, pageMay("manage_rules"), {
    page: pageOf,
    run: async (c, _, form) => {
      const { householdId } = c.var.member;
      const [page, now] = await Promise.all([
        showSensorPage(ports, { householdId, sensorId: idIn(c), range: "24h" }),
        showSensorAlertSettings(ports, householdId, idIn(c)),
      ]);
      if (!page.ok) return page;
      if (!now.ok) return now;
      const wish = wishOf(form, now.value, groupsOf(page.value));
      return wish.ok ? saveSensorAlertSettings(ports, actingOf(c), idIn(c), wish.value) : wish;
    },
    done: "saved",
    wakes: ports,
  });
  return routes;
}

const pageOf = (c: Context<PageEnv>): string => `/sensors/${idIn(c)}`;

const groupsOf = ({ sensor, device }: OwnSensorPage): readonly LimitGroup[] =>
  sensorLimits(sensor, placementOf(sensor, device));

const settingsOf = ({ home, device, sensor }: OwnSensorPage): SettingsShown =>
  shownSettings([
    home.alertSettings,
    placementLayer(home.alertSettings, sensor, device),
    device.alertSettings,
    sensor.alertSettings,
  ]);

const wishOf = (form: Form, settings: SettingsShown, groups: readonly LimitGroup[]) =>
  checkForm(SensorAlertSettings, limitsWish(form, settings, groups));

/** What the limits that are being tried would have meant, by the very rules that judge live readings. */
async function triedText(
  c: Context<PageEnv>,
  ports: Ports,
  page: OwnSensorPage,
  form: Form,
): Promise<string> {
  const { words } = ownerPage(c, page.now, "home");
  const wish = wishOf(form, settingsOf(page), groupsOf(page));
  if (!wish.ok) return problemSentence(wish.problem, words);
  const { freeze = {}, humidity = {} } = wish.value;
  const draft = page.sensor.kind === "humidity" ? { humidity } : { freeze };
  const { householdId } = c.var.member;
  const tried = await simulateRule(ports, householdId, { sensorId: page.sensor.id, draft });
  if (!tried.ok) return problemSentence(tried.problem, words);
  const { firings, from, to } = tried.value;
  const days = Math.round((Date.parse(to) - Date.parse(from)) / DAY_MS);
  return words.sensor.limitWouldHave(firings.length, days);
}

async function sensorPage(c: Context<PageEnv>, ports: Ports, page: OwnSensorPage): Promise<Response> {
  const { home, device, sensor, chart, alerts, now } = page;
  const { frame, words, teller } = ownerPage(c, now, "home", home);
  const groups = may("manage_rules", c.var.member) === "yes" ? groupsOf(page) : [];
  const query = new URL(c.req.url).searchParams;
  const given = groups.length > 0 && query.has("try") ? formOf(query) : null;
  const settings = settingsOf(page);
  const csv = `/api/v1/readings.csv?sensor_id=${sensor.id}&from=${encodeURIComponent(chart.from.toISOString())}`;
  return c.html(
    <OwnerFrame {...frame} isWide title={nameOf(sensor, words)}>
      <p class="hint">
        <a href={`/devices/${device.id}`}>{device.name}</a>
        {device.space === "" ? null : ` · ${device.space}`}
        {sensor.faultyAt === null && sensor.fault === null ? null : (
          <span class="mark low">
            <Icon name="alert" /> {words.sensor.fault}
          </span>
        )}
      </p>
      <UnitQuestion
        sensor={sensor}
        reader={may("manage_sensors", c.var.member) === "yes" ? "manager" : "onlooker"}
        teller={teller}
      />
      <SensorNow sensor={sensor} device={device} teller={teller} />
      <RangeChoices shown={chart.range} ranges={ALL_RANGES} teller={teller} />
      {sensor.isState ? null : (
        <p>
          <a href={`/charts?s=${sensor.id}`}>{words.charts.compare}</a>
        </p>
      )}
      <Chart home={home} sensor={sensor} device={device} chart={chart} teller={teller} alerts={alerts} />
      <div class="columns">
        {groups.length === 0 ? null : (
          <LimitsForm
            groups={groups}
            action={`/sensors/${sensor.id}/limit`}
            title={words.sensor.limitTitle}
            hint={words.sensor.limitHint}
            effective={settings.effective}
            given={given}
            tryAt={groups.some(({ kind }) => kind === "cold_storage") ? null : `/sensors/${sensor.id}`}
            said={given === null ? undefined : await triedText(c, ports, page, given)}
            isOwn={groups.some(({ kind }) => settings.overrides[kind] !== undefined)}
            teller={teller}
          />
        )}
        {may("manage_sensors", c.var.member) === "yes" ? (
          <SensorSettings device={device} sensor={sensor} teller={teller} csv={csv} />
        ) : null}
      </div>
      <PastAlerts alerts={alerts} home={home} teller={teller} />
    </OwnerFrame>,
  );
}
