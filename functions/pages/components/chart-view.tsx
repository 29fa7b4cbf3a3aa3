import type { Workbench } from "../../../lib/sharing/home-page/show-workbench.actions.ts";
import { type ChartDates, datesOf, movesOf, presetsOf, wallText } from "../format/chart-address.ts";
import { linesOf } from "../format/chart-lines.ts";
import type { ownerPage } from "../owner-page.tsx";
import { Field } from "./fields.tsx";
import { OwnerFrame } from "./owner-frame.tsx";
import { AlertLines } from "./sensor-settings.tsx";
import { ChartNotes, SensorPicks, TraceTable } from "./trace-table.tsx";
import { Traces } from "./traces.tsx";

type Props = {
  bench: Workbench;
  page: ReturnType<typeof ownerPage>;
  /** The query of the same chart in another range. */
  address: (dates: ChartDates) => string;
  mayPin: boolean;
};

/** The workbench: the picture, its figures, what happened in it, and the choice of sensors and dates. */
export function ChartView({ bench, page: { frame, words, teller }, address, mayPin }: Props) {
  const { charts } = words;
  const { home, traces, outside, hasPlace, alerts, notes, from, to } = bench;
  const { timeZone } = home;
  const [begin, end, now] = [from.getTime(), to.getTime(), teller.now.getTime()];
  const shown = datesOf(timeZone, begin, end);
  const isDays = shown.from.length === "2026-11-22".length;
  const kind = isDays ? "date" : "datetime-local";
  const zone = timeZone.replaceAll("_", " ");
  const { lines, states } = linesOf(bench, teller);
  return (
    <OwnerFrame {...frame} isWide title={charts.title} scripts={["workbench.js"]}>
      <div id="workbench">
        <nav class="ranges" aria-label={words.chart.range}>
          {presetsOf(timeZone, now).map(([name, dates]) => (
            <a
              href={`/charts?${address(dates)}`}
              aria-current={dates.from === shown.from && dates.to === shown.to ? "true" : undefined}
            >
              {charts.presets[name]}
            </a>
          ))}
        </nav>
        <Traces {...{ lines, states, alerts, notes, from, to, teller }} keys={charts.keys} />
        <nav class="ranges" aria-label={charts.move}>
          {movesOf(timeZone, begin, end).map(([name, dates]) => (
            <a href={`/charts?${address(dates)}`} data-move={name}>
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
        <TraceTable {...{ lines, states, from, to, teller }} />
        <ChartNotes
          notes={notes}
          back={address(shown)}
          pinAt={mayPin ? wallText(timeZone, now >= begin && now < end ? now : begin) : null}
          zone={zone}
          teller={teller}
        />
        {alerts.length === 0 ? null : (
          <section aria-labelledby="alerts-then">
            <h2 id="alerts-then">{charts.alerts}</h2>
            <AlertLines alerts={alerts.toReversed()} home={home} teller={teller} />
          </section>
        )}
        <form method="get" action="/charts" class="panel">
          <h2>{charts.choose}</h2>
          <SensorPicks
            home={home}
            traces={traces}
            isOutside={outside !== null}
            hasPlace={hasPlace}
            teller={teller}
          />
          <div class="row dates">
            <Field label={charts.from} name="from" type={kind} value={shown.from} required />
            <Field label={charts.to} name="to" type={kind} value={shown.to} required />
          </div>
          <p class="hint">{isDays ? charts.zone(zone) : charts.moment(zone)}</p>
          <button type="submit">{charts.show}</button>
        </form>
      </div>
    </OwnerFrame>
  );
}
