import type { Context } from "hono";
import { BYTE_ORDER_MARK, csvLine } from "../../lib/kernel/csv.ts";
import { type Outcome, refuseField } from "../../lib/kernel/outcome.ts";
import {
  pinNote,
  removeNote,
  showWorkbench,
  type Workbench,
} from "../../lib/sharing/home-page/show-workbench.actions.ts";
import { NewChartNote } from "../../schema/wire/chart-notes.ts";
import { AlertList } from "./components/alert-card.tsx";
import { ChartFigure } from "./components/chart.tsx";
import { Field } from "./components/fields.tsx";
import { Ways } from "./components/press.tsx";
import { ChartNotes, SensorPicks, TraceTable } from "./components/trace-table.tsx";
import type { Form } from "./form.ts";
import {
  type ChartDates,
  datesOf,
  momentIn,
  movesOf,
  presetsOf,
  rangeOf,
  wallText,
} from "./format/chart-address.ts";
import { type ChartLine, linesOf } from "./format/chart-lines.ts";
import type { PageContext } from "./page.tsx";
import { problemPage } from "./problem-page.tsx";
import { tellerIn } from "./reader.ts";
import { idIn, type PageEnv } from "./session.ts";
import type { PageServices, Site } from "./site.ts";

/** `/charts`: several sensors together in any range; the address says all of it, so that a link opens it again. */
export function chartPages({ services, get, page, form }: Site): void {
  page("/charts", "read_home", {
    place: "home",
    load: (c) => askedBench(c, services),
    title: ({ charts }) => charts.title,
    isWide: true,
    up: () => undefined,
    view: (bench, context) => <ChartView bench={bench} {...context} />,
  });
  get("/charts.csv", "read_home", async (c) => {
    const shown = await askedBench(c, services);
    if (!shown.ok) return problemPage(c, shown.problem);
    const teller = tellerIn(c, services.clock(), shown.value.home);
    const { from, to } = datesOf(teller.timeZone, shown.value.from.getTime(), shown.value.to.getTime());
    return c.body(csvOf(linesOf(shown.value, teller).lines), 200, {
      "Content-Type": "text/csv; charset=utf-8; header=present",
      "Content-Disposition": `attachment; filename="chart-${from}-${to}.csv"`.replaceAll(":", ""),
    });
  });
  const back = (_: Context<PageEnv>, { text }: Form) => `/charts?${new URLSearchParams(text("back"))}`;
  form("/charts/notes", "pin_notes", {
    page: back,
    shape: NewChartNote,
    run: (c, { at, text }) => {
      const moment = momentIn(at, c.var.home?.timeZone ?? "UTC");
      return moment === null
        ? refuseField("at", "must be a date and a time")
        : pinNote(services, c.var, { at: new Date(moment.at), text });
    },
    done: "created",
  });
  form("/charts/notes/:id/remove", "pin_notes", {
    page: back,
    run: (c) => removeNote(services, c.var, idIn(c)),
    done: "removed",
  });
}

async function askedBench(c: Context<PageEnv>, services: PageServices): Promise<Outcome<Workbench>> {
  const dates = { from: c.req.query("from"), to: c.req.query("to") };
  return await showWorkbench(services, {
    householdId: c.var.householdId,
    sensorIds: c.req.queries("s") ?? [],
    withOutside: c.req.query("outside") === "1",
    range: (zone) => rangeOf(dates, zone, services.clock().getTime()),
  });
}

/** The address of the same chart in another range, without its path. */
const addressOf =
  ({ traces, outside }: Workbench) =>
  (dates: ChartDates): string =>
    new URLSearchParams([
      ...Object.entries(dates),
      ...traces.map(({ sensor }) => ["s", sensor.id]),
      ...(outside === null ? [] : [["outside", "1"]]),
    ]).toString();

/** A row for each moment, a column for each line, in the reader's units. */
function csvOf(lines: readonly ChartLine[]): string {
  const columns = lines.map(
    ({ points }) => new Map(points.map(({ at, value }) => [at, Number(value.toFixed(2))])),
  );
  const moments = [...new Set(columns.flatMap((column) => [...column.keys()]))].sort(
    (one, other) => one - other,
  );
  return [
    BYTE_ORDER_MARK,
    csvLine(["time", ...lines.map(({ name, unit }) => `${name} ${unit}`.trim())]),
    ...moments.map((at) =>
      csvLine([new Date(at).toISOString(), ...columns.map((column) => column.get(at) ?? null)]),
    ),
  ].join("");
}

function ChartView({ bench, words, teller, mayDo }: PageContext & { bench: Workbench }) {
  const { charts } = words;
  const address = addressOf(bench);
  const { home, traces, outside, alerts, notes, from, to } = bench;
  const { timeZone } = home;
  const [begin, end, now] = [from.getTime(), to.getTime(), teller.now.getTime()];
  const shown = datesOf(timeZone, begin, end);
  const isDays = shown.from.length === "2026-11-22".length;
  const kind = isDays ? "date" : "datetime-local";
  const zone = timeZone.replaceAll("_", " ");
  const { lines, states } = linesOf(bench, teller);
  return (
    <div id="workbench">
      <Ways
        label={words.chart.range}
        ways={presetsOf(timeZone, now).map(([name, dates]) => [
          `/charts?${address(dates)}`,
          charts.presets[name],
          dates.from === shown.from && dates.to === shown.to,
        ])}
      />
      <details class="figures panel">
        <summary>{charts.choose}</summary>
        <form method="get" action="/charts">
          <SensorPicks home={home} traces={traces} isOutside={outside !== null} />
          <div class="row">
            <Field label={charts.from} name="from" type={kind} value={shown.from} required />
            <Field label={charts.to} name="to" type={kind} value={shown.to} required />
          </div>
          <p class="hint">{isDays ? charts.zone(zone) : charts.moment(zone)}</p>
          <button type="submit">{charts.show}</button>
        </form>
      </details>
      <ChartFigure {...{ lines, states, alerts, notes, from, to }} keys={charts.keys} />
      <nav class="ranges" aria-label={charts.move}>
        {movesOf(timeZone, { from: begin, to: end, now }).map(([name, dates]) => (
          <a href={`/charts?${address(dates)}#chart`} data-move={name}>
            {charts.presets[name]}
          </a>
        ))}
        <a href={`/charts.csv?${address(shown)}`} download>
          {charts.download}
        </a>
        <button type="button" class="second" data-picture={`chart-${shown.from}-${shown.to}.png`} hidden>
          {charts.picture}
        </button>
      </nav>
      <TraceTable {...{ lines, states, from, to }} />
      <ChartNotes
        notes={notes}
        back={address(shown)}
        pinAt={mayDo("pin_notes") ? wallText(timeZone, now >= begin && now < end ? now : begin) : null}
        zone={zone}
      />
      <AlertList title={charts.alerts} alerts={alerts.toReversed()} home={home} />
    </div>
  );
}
