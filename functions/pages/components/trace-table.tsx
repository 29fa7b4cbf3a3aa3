import type { ChartNote } from "../../../lib/sharing/home-page/chart-notes.queries.ts";
import type { PageHome } from "../../../lib/sharing/home-page/page-home.ts";
import type { Trace } from "../../../lib/sharing/home-page/show-workbench.actions.ts";
import { LIMITS } from "../../../schema/limits.ts";
import { placeText } from "../format/alert-text.ts";
import type { ChartLine, ChartState } from "../format/chart-lines.ts";
import { nameOf } from "../format/name-of.ts";
import type { Teller } from "../format/teller.ts";
import { Field, Form, Press, Tick } from "./fields.tsx";
import { Folded } from "./folded.tsx";
import { Section } from "./list.tsx";

type Range = { from: Date; to: Date };

const csvPath = ({ sensor }: Trace, { from, to }: Range): string =>
  `/api/v1/readings.csv?sensor_id=${sensor.id}&from=${encodeURIComponent(from.toISOString())}&to=${encodeURIComponent(to.toISOString())}`;

const Readings = ({
  trace,
  name,
  range,
  teller,
}: {
  trace: Trace;
  name: string;
  range: Range;
  teller: Teller;
}) => (
  <a href={csvPath(trace, range)} download aria-label={`${teller.words.sensor.csv}: ${name}`}>
    CSV
  </a>
);

type TableProps = Range & { lines: readonly ChartLine[]; states: readonly ChartState[]; teller: Teller };

/** Under the picture: each line's lowest, highest, average and time past its limit, and how long each state was on. */
export function TraceTable({ lines, states, from, to, teller }: TableProps) {
  const { charts, chart, rule, sensor: words } = teller.words;
  const range = { from, to };
  const hasLimit = lines.some(({ figures }) => figures?.beyond != null);
  return (
    <>
      {lines.length === 0 ? null : (
        <div class="scrolls panel">
          <table class="stacks">
            <thead>
              <tr>
                <th scope="col">{rule.sensor}</th>
                <th scope="col">{chart.lowest}</th>
                <th scope="col">{chart.highest}</th>
                <th scope="col">{charts.average}</th>
                {hasLimit ? <th scope="col">{charts.beyond}</th> : null}
                <th scope="col">{words.download}</th>
              </tr>
            </thead>
            <tbody>
              {lines.map((line) => (
                <tr>
                  <th scope="row">
                    <span class={`swatch ${line.colour}`} />
                    {line.trace === null ? (
                      line.name
                    ) : (
                      <a href={`/sensors/${line.trace.sensor.id}`}>{line.name}</a>
                    )}
                  </th>
                  {(
                    [
                      [chart.lowest, line.figures?.low],
                      [chart.highest, line.figures?.high],
                      [charts.average, line.figures?.average],
                    ] as const
                  ).map(([head, value]) => (
                    <td data-head={head}>{value === undefined ? "–" : teller.value(value, line.unit)}</td>
                  ))}
                  {hasLimit ? <td data-head={charts.beyond}>{beyondText(line, teller)}</td> : null}
                  <td data-head={words.download}>
                    {line.trace === null ? (
                      "–"
                    ) : (
                      <Readings trace={line.trace} name={line.name} range={range} teller={teller} />
                    )}
                  </td>
                </tr>
              ))}
            </tbody>
          </table>
          {hasLimit ? <p class="hint">{charts.degreeHours}</p> : null}
        </div>
      )}
      {states.length === 0 ? null : (
        <div class="scrolls panel">
          <table class="stacks">
            <thead>
              <tr>
                <th scope="col">{charts.state}</th>
                <th scope="col">{charts.stateTime}</th>
                <th scope="col">{charts.stateChanges}</th>
                <th scope="col">{words.download}</th>
              </tr>
            </thead>
            <tbody>
              {states.map((state) => (
                <tr>
                  <th scope="row">
                    <a href={`/sensors/${state.trace.sensor.id}`}>{state.name}</a>
                  </th>
                  <td data-head={charts.stateTime}>{stateText(state, teller)}</td>
                  <td data-head={charts.stateChanges}>
                    {
                      state.spans.slice(1).filter((span, index) => span.isOn !== state.spans[index]?.isOn)
                        .length
                    }
                  </td>
                  <td data-head={words.download}>
                    <Readings trace={state.trace} name={state.name} range={range} teller={teller} />
                  </td>
                </tr>
              ))}
            </tbody>
          </table>
        </div>
      )}
    </>
  );
}

/** `Below 40.0 °F: 3 hours · 12.4 °F·h` */
function beyondText({ figures, limit, unit }: ChartLine, teller: Teller): string {
  const { charts } = teller.words;
  if (figures?.beyond == null || limit === null) return "–";
  const value = teller.value(limit.value, unit);
  const where = limit.side === "below" ? charts.below(value) : charts.above(value);
  if (figures.beyond.ms === 0) return charts.neverPast(where);
  const amount = `${teller.number(figures.beyond.degreeHours, 1)} ${unit}·h`;
  return `${where}: ${charts.beyondFor(teller.span(figures.beyond.ms), amount)}`;
}

function stateText({ spans, words }: ChartState, teller: Teller): string {
  const { charts } = teller.words;
  if (spans.length === 0) return "–";
  const on = spans.reduce((sum, { from, to, isOn }) => sum + (isOn ? to - from : 0), 0);
  return on === 0 ? charts.neverOn(words.on) : charts.stateFor(words.on, teller.span(on));
}

type NotesProps = {
  notes: readonly ChartNote[];
  /** The address of the chart, where a form leads back to. */
  back: string;
  /** What the form's time begins with, of the home's own clock; null for a reader who may pin nothing. */
  pinAt: string | null;
  zone: string;
  teller: Teller;
};

/** What members have pinned, by the numbers of the picture, and a form for another one. */
export function ChartNotes({ notes, back, pinAt, zone, teller }: NotesProps) {
  const { charts, owner } = teller.words;
  if (notes.length === 0 && pinAt === null) return null;
  return (
    <Section id="notes" title={charts.notes}>
      <ol class="pins">
        {notes.map(({ id, at, text, by }) => (
          <li>
            <span>
              <strong>{text}</strong>
              <span class="hint">
                {` ${teller.dateTime(at)}`}
                {by === null ? null : ` · ${charts.noteBy(by)}`}
              </span>
            </span>
            {pinAt === null ? null : (
              <Press
                action={`/charts/notes/${id}/remove`}
                name="back"
                value={back}
                kind="second"
                text={owner.remove}
                label={charts.removeNote(text)}
              />
            )}
          </li>
        ))}
      </ol>
      {pinAt === null ? null : (
        <Form action="/charts/notes" class="row pin-note" prefix="note">
          <input type="hidden" name="back" value={back} />
          <Field
            label={charts.noteText}
            name="text"
            maxlength={LIMITS.chartNoteCharactersMax}
            hint={charts.noteHint}
            required
          />
          <Field
            label={charts.noteAt}
            name="at"
            type="datetime-local"
            value={pinAt}
            hint={charts.moment(zone)}
            required
          />
          <button type="submit" class="second">
            {charts.pin}
          </button>
        </Form>
      )}
    </Section>
  );
}

type PicksProps = {
  home: PageHome;
  traces: readonly Trace[];
  isOutside: boolean;
  hasPlace: boolean;
  teller: Teller;
};

/** Every sensor of the home, by room, and the weather outside. */
export const SensorPicks = ({ home, traces, isOutside, hasPlace, teller }: PicksProps) => (
  <fieldset>
    <legend>{teller.words.device.sensors}</legend>
    <Folded
      items={home.devices.flatMap(({ space, sensors }) =>
        sensors.map((each) => ({
          ...{ each, space },
          checked: traces.some(({ sensor }) => sensor.id === each.id),
        })),
      )}
      asks={({ checked }) => checked}
      list={(picks) => (
        <div class="picks">
          {picks.map(({ each, space, checked }) => (
            <Tick
              label={placeText(nameOf(each, teller.words), space)}
              name="s"
              value={each.id}
              checked={checked}
            />
          ))}
        </div>
      )}
      words={teller.words}
    />
    {hasPlace ? (
      <Tick label={teller.words.charts.outsideChoice} name="outside" value="1" checked={isOutside} />
    ) : null}
  </fieldset>
);
