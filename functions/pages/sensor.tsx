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
import type { WakePorts } from "../_http/in-background.ts";
import { ALL_RANGES, Chart, RangeChoices } from "./components/chart.tsx";
import { Icon } from "./components/icons.tsx";
import { LimitPanel, limitKind, limitWish } from "./components/limit-panel.tsx";
import { OwnerFrame } from "./components/owner-frame.tsx";
import { SensorNow } from "./components/sensor-now.tsx";
import { PastAlerts, SensorSettings } from "./components/sensor-settings.tsx";
import { UnitQuestion } from "./components/unit-question.tsx";
import { formsOn, idIn } from "./form-action.ts";
import { nameOf } from "./format/name-of.ts";
import { ownerPage } from "./owner-page.tsx";
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
  forms(`${PATH}/limit`, pageMay("manage_rules"), {
    page: pageOf,
    run: (c, _, { text, has }) => {
      const wish = has("default") ? null : limitWish(text("limit"), text("unit"));
      if (wish === undefined) return refuse("invalid_request", '"limit" must be a number');
      const kind = text("unit") === "%" ? "humidity" : "temperature";
      return saveLimit(ports, actingOf(c), idIn(c), { kind, wish });
    },
    done: "saved",
    wakes: ports,
  });
  return routes;
}

const pageOf = (c: Context<PageEnv>): string => `/sensors/${idIn(c)}`;

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
