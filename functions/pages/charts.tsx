import type { Context } from "hono";
import { eachSensor, type SensorOfDevice } from "../../lib/devices/home-device.ts";
import { refuseField } from "../../lib/kernel/outcome.ts";
import { localMoment, wallClockMs } from "../../lib/kernel/time.ts";
import { pinNote, removeNote, showWorkbench } from "../../lib/sharing/home-page/show-workbench.actions.ts";
import { type ChartSpan, spanOf } from "../../lib/sharing/home-page/workbench.ts";
import { NewChartNote } from "../../schema/wire/readings.ts";
import { hasPlainYear } from "../../schema/wire/text.ts";
import { Chart, RangeChoices } from "./components/chart.tsx";
import { Field, Form, Tick } from "./components/fields.tsx";
import { List, ScriptButton, Section } from "./components/list.tsx";
import { AlertList } from "./components/standing.tsx";
import type { SentForm } from "./form.ts";
import { placedText } from "./format/alert-text.ts";
import type { PageEnv } from "./session.ts";
import type { Site } from "./site.ts";

const NOTES = "/charts/notes";

/** `/charts`: several sensors together, in any range. The URL holds the whole choice, so it can be shared as a link. */
export function chartPages({ services, page, form, act }: Site): void {
  page("/charts", "read_home", {
    place: "charts",
    load: (c) => {
      const { from, to, range } = c.req.query();
      return showWorkbench(services, {
        householdId: c.var.householdId,
        sensorIds: c.req.queries("s") ?? [],
        span: (zone) => spanIn(momentIn(from, zone), momentIn(to, zone), spanOf(range, services.clock())),
      });
    },
    isWide: true,
    view: (bench, { words, teller, mayDo }) => {
      const { charts } = words;
      const { home, chart, alerts, notes } = bench;
      const wall = (at: Date) => wallText(home.timeZone, at);
      const [from, to, now] = [wall(chart.from), wall(chart.to), wall(teller.now)];
      const hint = charts.moment(home.timeZone.replaceAll("_", " "));
      const mayPin = mayDo("pin_notes");
      const sensors = chart.traces.map(({ sensor }) => `&s=${sensor.id}`).join("");
      // The query that shows the same sensors and range again.
      const span = chart.range === null ? new URLSearchParams({ from, to }) : `range=${chart.range}`;
      const back = `${span}${sensors}`;
      const isShown = ({ sensor }: SensorOfDevice) =>
        chart.traces.some((each) => each.sensor.id === sensor.id);
      return (
        <div id="workbench">
          <RangeChoices shown={chart.range} kept={sensors} />
          {chart.range === null && (
            <p class="hint">{`${teller.dateTime(chart.from)} – ${teller.dateTime(chart.to)}`}</p>
          )}
          <details class="figures panel">
            <summary>{charts.choose}</summary>
            <form method="get" action="/charts" class="stack">
              <fieldset>
                <legend>{words.device.sensors}</legend>
                <div class="picks">
                  {eachSensor(home.devices).map((each) => (
                    <Tick
                      label={placedText(each, words)}
                      name="s"
                      value={each.sensor.id}
                      checked={isShown(each)}
                    />
                  ))}
                </div>
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
          {notes.length > 0 || mayPin ? (
            <Section id="notes" title={charts.notes}>
              <List items={notes}>
                {({ id, at, text, by }, index) => ({
                  title: text,
                  facts: [teller.dateTime(at), by !== null && charts.noteBy(by)],
                  lead: <span class="disc">{index + 1}</span>,
                  press: mayPin && {
                    action: `${NOTES}/${id}/remove`,
                    send: { back },
                    text: words.owner.remove,
                  },
                })}
              </List>
              {mayPin && (
                <Form action={NOTES} shape={NewChartNote} submit={charts.pin} kind="second">
                  <input type="hidden" name="back" value={back} />
                  <div class="row">
                    <Field label={charts.noteText} name="text" hint={charts.noteHint} />
                    <Field
                      label={charts.noteAt}
                      name="at"
                      type="datetime-local"
                      value={now >= from && now < to ? now : from}
                      hint={hint}
                      required
                    />
                  </div>
                </Form>
              )}
            </Section>
          ) : null}
          <AlertList title={charts.alerts} alerts={alerts.toReversed()} home={home} />
        </div>
      );
    },
  });
  const back = (_: Context<PageEnv>, { text }: SentForm) => `/charts?${new URLSearchParams(text("back"))}`;
  form(NOTES, "pin_notes", {
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
  act(`${NOTES}/:id/remove`, "pin_notes", null, removeNote, "removed", { page: back });
}

/** Takes two moments in either order. */
function spanIn(one: Date | null, other: Date | null, usual: ChartSpan): ChartSpan {
  if (one === null || other === null || one.getTime() === other.getTime()) return usual;
  return one < other ? { from: one, to: other, range: null } : { from: other, to: one, range: null };
}

const TEXT = /^(\d{4}-\d\d-\d\d)(?:T(\d\d:\d\d(?::\d\d)?))?$/;

/** Parses a local date, or date and time. Null if malformed, not in the calendar, or a year outside 1 to 9999. */
function momentIn(text: string | undefined, zone: string): Date | null {
  const [, day = "", time = "00:00"] = TEXT.exec(text ?? "") ?? [];
  const wall = Date.parse(`${day}T${time}Z`);
  if (Number.isNaN(wall) || !new Date(wall).toISOString().startsWith(day)) return null;
  const moment = new Date(localMoment(zone, wall));
  return hasPlainYear(moment) ? moment : null;
}

/** Formats a moment as local time for a `datetime-local` field: `2026-11-22T14:30`. */
const wallText = (zone: string, at: Date): string =>
  new Date(wallClockMs(zone, at.getTime())).toISOString().slice(0, 16);
