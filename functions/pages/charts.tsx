import type { Context } from "hono";
import { eachSensor, type SensorOfDevice } from "../../lib/devices/home-device.ts";
import { refuseField } from "../../lib/kernel/outcome.ts";
import { localMoment, wallClockMs } from "../../lib/kernel/time.ts";
import {
  pinNote,
  removeNote,
  showWorkbench,
  type Workbench,
} from "../../lib/sharing/home-page/show-workbench.actions.ts";
import { type ChartSpan, spanOf } from "../../lib/sharing/home-page/workbench.ts";
import { NewChartNote } from "../../schema/wire/readings.ts";
import { hasPlainYear } from "../../schema/wire/text.ts";
import { Chart, RangeChoices } from "./components/chart.tsx";
import { Field, Form, Tick } from "./components/fields.tsx";
import { Folded, List, Row, ScriptButton, Section } from "./components/list.tsx";
import { AlertList } from "./components/standing.tsx";
import type { SentForm } from "./form.ts";
import { placedText } from "./format/alert-text.ts";
import { useTeller } from "./format/teller.tsx";
import type { PageEnv } from "./session.ts";
import { idIn, type Site } from "./site.ts";

/** `/charts`: several sensors together in any range; the address says all of it, so that a link opens it again. */
export function chartPages({ services, page, form }: Site): void {
  page("/charts", "read_home", {
    place: "home",
    load: (c) => {
      const { from, to, range } = c.req.query();
      return showWorkbench(services, {
        householdId: c.var.householdId,
        sensorIds: c.req.queries("s") ?? [],
        span: (zone) => spanIn(momentIn(from, zone), momentIn(to, zone), spanOf(range, services.clock())),
      });
    },
    title: ({ charts }) => charts.title,
    isWide: true,
    up: () => undefined,
    view: (bench, { words, teller, mayDo }) => {
      const { charts } = words;
      const { home, chart, alerts, notes } = bench;
      const { timeZone } = home;
      const { from, to } = wallTexts(bench);
      const hint = charts.moment(timeZone.replaceAll("_", " "));
      const now = wallText(timeZone, teller.now.getTime());
      const pinAt = now >= from && now < to ? now : from;
      const isShown = ({ sensor }: SensorOfDevice) =>
        chart.traces.some((each) => each.sensor.id === sensor.id);
      return (
        <div id="workbench">
          <RangeChoices shown={chart.range} kept={sensorsOf(chart)} />
          <details class="figures panel">
            <summary>{charts.choose}</summary>
            <form method="get" action="/charts">
              <fieldset>
                <legend>{words.device.sensors}</legend>
                <Folded
                  items={eachSensor(home.devices)}
                  asks={isShown}
                  list={(picks) => (
                    <div class="picks">
                      {picks.map((each) => (
                        <Tick
                          label={placedText(each, words)}
                          name="s"
                          value={each.sensor.id}
                          checked={isShown(each)}
                        />
                      ))}
                    </div>
                  )}
                />
              </fieldset>
              <div class="row">
                <Field label={charts.from} name="from" type="datetime-local" value={from} required />
                <Field label={charts.to} name="to" type="datetime-local" value={to} required />
              </div>
              <p class="hint">{hint}</p>
              <button type="submit">{charts.show}</button>
            </form>
          </details>
          <Chart home={home} chart={chart} alerts={alerts} notes={notes} keys={charts.keys} />
          <ScriptButton text={charts.picture} data-picture={`chart-${from}-${to}.png`.replaceAll(":", "")} />
          <ChartNotes bench={bench} pinAt={mayDo("pin_notes") ? pinAt : null} hint={hint} />
          <AlertList title={charts.alerts} alerts={alerts.toReversed()} home={home} />
        </div>
      );
    },
  });
  const back = (_: Context<PageEnv>, { text }: SentForm) => `/charts?${new URLSearchParams(text("back"))}`;
  form("/charts/notes", "pin_notes", {
    page: back,
    shape: NewChartNote,
    run: (c, { at, text }) => {
      const moment = momentIn(at, c.var.home?.timeZone ?? "UTC");
      return moment === null
        ? refuseField("at", "must be a date and a time")
        : pinNote(services, c.var, { at: moment, text });
    },
    done: "created",
  });
  form("/charts/notes/:id/remove", "pin_notes", {
    page: back,
    run: (c) => removeNote(services, c.var, idIn(c)),
    done: "removed",
  });
}

const spanIn = (from: Date | null, to: Date | null, usual: ChartSpan): ChartSpan =>
  from !== null && to !== null && from < to ? { from, to, range: null } : usual;

const TEXT = /^(\d{4}-\d\d-\d\d)(?:T(\d\d:\d\d(?::\d\d)?))?$/;

/** A date, or a date and a time, of the zone's clock; null for what is neither, for a day that its month has not, or of no plain year. */
function momentIn(text: string | undefined, zone: string): Date | null {
  const [, day = "", time = "00:00"] = TEXT.exec(text ?? "") ?? [];
  const wall = Date.parse(`${day}T${time}Z`);
  if (Number.isNaN(wall) || !new Date(wall).toISOString().startsWith(day)) return null;
  const moment = new Date(localMoment(zone, wall));
  return hasPlainYear(moment) ? moment : null;
}

/** `2026-11-22T14:30`: a moment by the zone's clock, as a form's field takes it. */
const wallText = (zone: string, at: number): string =>
  new Date(wallClockMs(zone, at)).toISOString().slice(0, 16);

const wallTexts = ({ home: { timeZone }, chart: { from, to } }: Pick<Workbench, "home" | "chart">) => ({
  from: wallText(timeZone, from.getTime()),
  to: wallText(timeZone, to.getTime()),
});

/** The sensors that are shown, as an address says them behind its range. */
const sensorsOf = ({ traces }: Pick<Workbench["chart"], "traces">): string =>
  traces.map(({ sensor }) => `&s=${sensor.id}`).join("");

/** The address of what is shown, without its path. */
const addressOf = (bench: Pick<Workbench, "home" | "chart">): string => {
  const { range } = bench.chart;
  const span = range === null ? new URLSearchParams(wallTexts(bench)) : `range=${range}`;
  return `${span}${sensorsOf(bench.chart)}`;
};

/** `pinAt`: what the form's time begins with, of the home's own clock; null for a reader who may pin nothing. */
function ChartNotes({ bench, pinAt, hint }: { bench: Workbench; pinAt: string | null; hint: string }) {
  const [{ notes }, back] = [bench, addressOf(bench)];
  const teller = useTeller();
  const { charts, owner } = teller.words;
  const remove = { name: "back", value: back, text: owner.remove };
  if (notes.length === 0 && pinAt === null) return null;
  return (
    <Section id="notes" title={charts.notes}>
      <List items={notes}>
        {({ id, at, text, by }, index) => (
          <Row
            title={text}
            hint={by === null ? teller.dateTime(at) : `${teller.dateTime(at)} · ${charts.noteBy(by)}`}
            lead={<span class="disc">{index + 1}</span>}
            press={pinAt !== null && { ...remove, action: `/charts/notes/${id}/remove` }}
          />
        )}
      </List>
      {pinAt === null ? null : (
        <Form action="/charts/notes" shape={NewChartNote} submit={charts.pin} kind="second">
          <input type="hidden" name="back" value={back} />
          <div class="row">
            <Field label={charts.noteText} name="text" hint={charts.noteHint} />
            <Field label={charts.noteAt} name="at" type="datetime-local" value={pinAt} hint={hint} required />
          </div>
        </Form>
      )}
    </Section>
  );
}
