import { Hono, type MiddlewareHandler } from "hono";
import { localDate, localMidnight } from "../../lib/jobs/report-periods.ts";
import type { Db } from "../../lib/kernel/db.queries.ts";
import type { Clock } from "../../lib/kernel/ports.ts";
import { DAY_MS } from "../../lib/kernel/time.ts";
import { showWorkbench } from "../../lib/sharing/home-page/show-workbench.actions.ts";
import { Field } from "./components/fields.tsx";
import { OwnerFrame } from "./components/owner-frame.tsx";
import { SensorPicks, Traces, TraceTable } from "./components/traces.tsx";
import { ownerPage } from "./owner-page.tsx";
import { problemPage } from "./problem-page.tsx";
import { type PageEnv, pageMay } from "./session.ts";

/** `/charts`: several sensors together in any range; the address says all of it, so that a link opens it again. */
export function chartPages(ports: { db: Db; clock: Clock }, guard: MiddlewareHandler<PageEnv>) {
  const routes = new Hono<PageEnv>();
  routes.get("/charts", guard, pageMay("read_home"), async (c) => {
    const now = ports.clock();
    const days = { from: c.req.query("from"), to: c.req.query("to") };
    const shown = await showWorkbench(ports, {
      householdId: c.var.member.householdId,
      sensorIds: c.req.queries("s") ?? [],
      range: (zone) => rangeOf(days, zone, now.getTime()),
    });
    if (!shown.ok) return problemPage(c, shown.problem);
    const { home, from, to, traces } = shown.value;
    const { frame, words, teller } = ownerPage(c, now, "home", home);
    const { charts } = words;
    const query = traces.map(({ sensor }) => `&s=${encodeURIComponent(sensor.id)}`).join("");
    const [first, last] = [from.getTime(), to.getTime() - 1].map((at) => dayText(home.timeZone, at));
    return c.html(
      <OwnerFrame {...frame} isWide title={charts.title}>
        <nav class="ranges" aria-label={words.chart.range}>
          {presetsOf(home.timeZone, now.getTime(), from.getTime(), to.getTime()).map(([name, begin, end]) => (
            <a
              href={`/charts?from=${begin}&to=${end}${query}`}
              aria-current={begin === first && end === last ? "true" : undefined}
            >
              {charts.presets[name]}
            </a>
          ))}
        </nav>
        <Traces traces={traces} from={from} to={to} teller={teller} />
        <TraceTable traces={traces} from={from} to={to} teller={teller} />
        <form method="get" action="/charts" class="panel">
          <h2>{charts.choose}</h2>
          <SensorPicks home={home} traces={traces} teller={teller} />
          <div class="row dates">
            <Field label={charts.from} name="from" type="date" value={first} required />
            <Field label={charts.to} name="to" type="date" value={last} required />
          </div>
          <p class="hint">{charts.zone(home.timeZone.replaceAll("_", " "))}</p>
          <button type="submit">{charts.show}</button>
        </form>
      </OwnerFrame>,
    );
  });
  return routes;
}

const DAY = /^(\d{4})-(\d{2})-(\d{2})$/;

/** Whole days of the home's own calendar; today and the six before it where the address names none. */
function rangeOf(
  { from, to }: { from: string | undefined; to: string | undefined },
  zone: string,
  now: number,
) {
  const [begin, end] = [DAY.exec(from ?? ""), DAY.exec(to ?? "")];
  const today = localDate(zone, now);
  const startOf = (found: RegExpExecArray | null, otherwise: number, after: number) =>
    localMidnight(
      zone,
      found === null
        ? { ...today, day: today.day + otherwise + after }
        : { year: Number(found[1]), month: Number(found[2]), day: Number(found[3]) + after },
    );
  const range = { from: startOf(begin, -6, 0), to: startOf(end, 0, 1) };
  return range.from < range.to ? range : { from: range.to - DAY_MS, to: range.to };
}

function dayText(zone: string, at: number): string {
  const { year, month, day } = localDate(zone, at);
  return [year, String(month).padStart(2, "0"), String(day).padStart(2, "0")].join("-");
}

type Preset = readonly [
  name: "today" | "yesterday" | "week" | "month" | "before" | "lastYear",
  from: string,
  to: string,
];

const YEAR_MS = 365 * DAY_MS;

/** The ranges that people ask for, the stretch before the one that is shown, and its days a year ago. */
function presetsOf(zone: string, now: number, from: number, to: number): Preset[] {
  const day = (at: number) => dayText(zone, at);
  const length = to - from;
  return [
    ["today", day(now), day(now)],
    ["yesterday", day(now - DAY_MS), day(now - DAY_MS)],
    ["week", day(now - 6 * DAY_MS), day(now)],
    ["month", day(now - 29 * DAY_MS), day(now)],
    ["before", day(from - length), day(from - 1)],
    ["lastYear", day(from - YEAR_MS), day(to - 1 - YEAR_MS)],
  ];
}
