import type { Context, MiddlewareHandler } from "hono";
import { Hono } from "hono/tiny";
import type { EndPorts } from "../../lib/alerts/commit-judgement.actions.ts";
import { saveLimit, tryLimit } from "../../lib/alerts/rules/simulate.actions.ts";
import { changeSensor } from "../../lib/devices/sensors.actions.ts";
import { done, type Outcome, refuse } from "../../lib/kernel/outcome.ts";
import { may } from "../../lib/people/entitlement.ts";
import { type OwnSensorPage, showSensorPage } from "../../lib/sharing/home-page/home-pages.actions.ts";
import { isChartRange } from "../../lib/sharing/home-page/workbench.ts";
import { SensorChange } from "../../schema/wire/devices.ts";
import { type WakePorts, wakeAfterWrites } from "../_http/in-background.ts";
import { validate } from "../_http/validate.ts";
import { ALL_RANGES, Chart, RangeChoices } from "./components/chart.tsx";
import { Icon } from "./components/icons.tsx";
import { LimitPanel, limitKind, limitWish } from "./components/limit-panel.tsx";
import { OwnerFrame } from "./components/owner-frame.tsx";
import { SensorNow } from "./components/sensor-now.tsx";
import { PastAlerts, SensorSettings } from "./components/sensor-settings.tsx";
import { UnitQuestion } from "./components/unit-question.tsx";
import { readForm } from "./form.ts";
import { formRefused } from "./form-note.ts";
import { nameOf } from "./format/name-of.ts";
import { doneAt, ownerPage } from "./owner-page.tsx";
import { problemPage } from "./problem-page.tsx";
import { actingOf, type PageEnv, pageMay } from "./session.ts";

type Ports = EndPorts & WakePorts;
const PATH = "/sensors/:id";

/** `/sensors/{id}`: a sensor's past, its limit with what it would have meant, its label and place. */
export function sensorPages(ports: Ports, guard: MiddlewareHandler<PageEnv>) {
  const routes = new Hono<PageEnv>();
  routes.get(PATH, guard, async (c) => {
    const range = c.req.query("range");
    const ask = { householdId: c.var.member.householdId, sensorId: c.req.param("id") };
    const shown = await showSensorPage(ports, { ...ask, range: isChartRange(range) ? range : "24h" });
    return shown.ok ? sensorPage(c, ports, shown.value) : problemPage(c, shown.problem);
  });
  routes.post(PATH, guard, pageMay("manage_sensors"), async (c) => {
    const form = await readForm(c);
    if (!form.ok) return problemPage(c, form.problem);
    const { text, has } = form.value;
    const placement = has("placement")
      ? { placement: text("placement") === "auto" ? null : text("placement") }
      : {};
    const change = validate(SensorChange, { label: text("label"), visible: has("visible"), ...placement });
    if (!change.ok) return formRefused(c, c.req.path, change.problem, form.value);
    const changed = await changeSensor(ports, actingOf(c), c.req.param("id"), change.value);
    return changed.ok
      ? doneAt(c, c.req.path, "saved")
      : formRefused(c, c.req.path, changed.problem, form.value);
  });
  routes.post(`${PATH}/unit`, guard, pageMay("manage_sensors"), wakeAfterWrites(ports), async (c) => {
    const form = await readForm(c);
    if (!form.ok) return problemPage(c, form.problem);
    const change = validate(SensorChange, { unit: form.value.text("unit") });
    if (!change.ok) return problemPage(c, change.problem);
    const id = c.req.param("id");
    const changed = await changeSensor(ports, actingOf(c), id, change.value);
    return changed.ok ? doneAt(c, `/sensors/${id}`, "saved") : problemPage(c, changed.problem);
  });
  // What a limit that is being dragged would have meant: a sentence, and nothing is kept.
  routes.get(`${PATH}/limit`, guard, pageMay("manage_rules"), async (c) => {
    const said = await triedText(
      c,
      ports,
      c.req.param("id"),
      c.req.query("limit") ?? "",
      c.req.query("unit"),
    );
    return said.ok ? c.text(said.value) : problemPage(c, said.problem);
  });
  routes.post(`${PATH}/limit`, guard, pageMay("manage_rules"), wakeAfterWrites(ports), (c) =>
    keepLimit(c, ports),
  );
  return routes;
}

async function keepLimit(c: Context<PageEnv>, ports: Ports): Promise<Response> {
  const form = await readForm(c);
  if (!form.ok) return problemPage(c, form.problem);
  const { text, has } = form.value;
  const id = c.req.param("id") ?? "";
  const wish = has("default") ? null : limitWish(text("limit"), text("unit"));
  if (wish === undefined)
    return formRefused(
      c,
      `/sensors/${id}`,
      { name: "invalid_request", sentence: '"limit" must be a number' },
      form.value,
    );
  const kind = text("unit") === "%" ? "humidity" : "temperature";
  const saved = await saveLimit(ports, actingOf(c), id, { kind, wish });
  return saved.ok
    ? doneAt(c, `/sensors/${id}`, "saved")
    : formRefused(c, `/sensors/${id}`, saved.problem, form.value);
}

async function triedText(
  c: Context<PageEnv>,
  ports: Ports,
  sensorId: string,
  limit: string,
  unit: string | undefined,
): Promise<Outcome<string>> {
  const wish = limitWish(limit, unit);
  if (wish === undefined) return refuse("invalid_request", "The limit must be a number");
  const tried = await tryLimit(ports, c.var.member.householdId, sensorId, wish);
  if (!tried.ok) return tried;
  const { words } = ownerPage(c, ports.clock(), "home");
  return done(words.sensor.limitWouldHave(tried.value.times, tried.value.days));
}

async function sensorPage(c: Context<PageEnv>, ports: Ports, page: OwnSensorPage): Promise<Response> {
  const { home, device, sensor, chart, alerts, now } = page;
  const { frame, words, teller } = ownerPage(c, now, "home", home);
  const mayLimit = may("manage_rules", c.var.member) === "yes" && limitKind(sensor) !== null;
  const asked = c.req.query("limit");
  const said =
    mayLimit && asked !== undefined ? await triedText(c, ports, sensor.id, asked, c.req.query("unit")) : null;
  const csv = `/api/account/readings.csv?sensor_id=${sensor.id}&from=${encodeURIComponent(chart.from.toISOString())}`;
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
        {mayLimit ? (
          <LimitPanel
            home={home}
            sensor={sensor}
            teller={teller}
            asked={asked}
            said={said?.ok ? said.value : null}
          />
        ) : null}
        {may("manage_sensors", c.var.member) === "yes" ? (
          <SensorSettings device={device} sensor={sensor} teller={teller} csv={csv} />
        ) : null}
      </div>
      <PastAlerts alerts={alerts} home={home} teller={teller} />
    </OwnerFrame>,
  );
}
