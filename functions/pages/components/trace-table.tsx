import type { ChartNote } from "../../../lib/sharing/home-page/chart-notes.queries.ts";
import type { PageHome } from "../../../lib/sharing/home-page/page-home.ts";
import type { Trace } from "../../../lib/sharing/home-page/show-workbench.actions.ts";
import { NewChartNote } from "../../../schema/wire/chart-notes.ts";
import { placeText } from "../format/alert-text.ts";
import { type ChartLine, type ChartState, changesOf } from "../format/chart-lines.ts";
import { nameOf } from "../format/name-of.ts";
import type { Teller } from "../format/teller.ts";
import { Field, Form, Tick } from "./fields.tsx";
import { Folded, List, Row, Section } from "./list.tsx";
import { Table } from "./table.tsx";
import { useTeller } from "./teller-scope.ts";

type Range = { from: Date; to: Date };

const csvPath = ({ sensor }: Trace, { from, to }: Range): string =>
  `/api/v1/readings.csv?sensor_id=${sensor.id}&from=${encodeURIComponent(from.toISOString())}&to=${encodeURIComponent(to.toISOString())}`;

type TableProps = Range & { lines: readonly ChartLine[]; states: readonly ChartState[] };

export function TraceTable({ lines, states, from, to }: TableProps) {
  const teller = useTeller();
  const { charts, chart, rule, sensor: words } = teller.words;
  const hasLimit = lines.some(({ figures }) => figures?.beyond != null);
  const readings = (trace: Trace, name: string) => (
    <a href={csvPath(trace, { from, to })} download aria-label={`${words.csv}: ${name}`}>
      CSV
    </a>
  );
  const figure = (value: number | undefined, unit: string) =>
    value === undefined ? "–" : teller.value(value, unit);
  return (
    <>
      {lines.length === 0 ? null : (
        <div class="scrolls panel">
          <Table
            class="stacks"
            heads={[
              rule.sensor_id,
              chart.lowest,
              chart.highest,
              charts.average,
              ...(hasLimit ? [charts.beyond] : []),
              words.download,
            ]}
            rows={lines.map((line) => [
              <>
                <span class={`swatch ${line.colour}`} />
                {line.trace === null ? line.name : <TraceLink trace={line.trace} name={line.name} />}
              </>,
              figure(line.figures?.low, line.unit),
              figure(line.figures?.high, line.unit),
              figure(line.figures?.average, line.unit),
              ...(hasLimit ? [beyondText(line, teller)] : []),
              line.trace === null ? "–" : readings(line.trace, line.name),
            ])}
          />
          {hasLimit ? <p class="hint">{charts.degreeHours}</p> : null}
        </div>
      )}
      {states.length === 0 ? null : (
        <div class="scrolls panel">
          <Table
            class="stacks"
            heads={[charts.state, charts.stateTime, charts.stateChanges, words.download]}
            rows={states.map((state) => [
              <TraceLink trace={state.trace} name={state.name} />,
              stateText(state, teller),
              changesOf(state),
              readings(state.trace, state.name),
            ])}
          />
        </div>
      )}
    </>
  );
}

const TraceLink = ({ trace, name }: { trace: Trace; name: string }) => (
  <a href={`/sensors/${trace.sensor.id}`}>{name}</a>
);

/** `Below 40.0 °F: 3 hours · 12.4 °F·h` */
function beyondText({ figures, limit, unit }: ChartLine, teller: Teller): string {
  const { charts } = teller.words;
  if (figures?.beyond == null || limit === null) return "–";
  const value = teller.value(limit.value, unit);
  const where = limit.side === "below" ? charts.below(value) : charts.above(value);
  const isPast = limit.side === "below" ? figures.low < limit.value : figures.high > limit.value;
  if (!isPast) return charts.never(lowerFirst(where));
  if (figures.beyond.ms === 0) return where;
  const amount = `${teller.number(figures.beyond.degreeHours, 1)} ${unit}·h`;
  return `${where}: ${charts.beyondFor(teller.span(figures.beyond.ms), amount)}`;
}

const lowerFirst = (text: string): string => `${text.charAt(0).toLowerCase()}${text.slice(1)}`;

function stateText({ spans, words }: ChartState, teller: Teller): string {
  const { charts } = teller.words;
  if (spans.length === 0) return "–";
  const on = spans.reduce((sum, { from, to, isOn }) => sum + (isOn ? to - from : 0), 0);
  return on === 0 ? charts.never(words.on.toLowerCase()) : charts.stateFor(words.on, teller.span(on));
}

type NotesProps = {
  notes: readonly ChartNote[];
  /** The address of the chart, where a form leads back to. */
  back: string;
  /** What the form's time begins with, of the home's own clock; null for a reader who may pin nothing. */
  pinAt: string | null;
  zone: string;
};

export function ChartNotes({ notes, back, pinAt, zone }: NotesProps) {
  const teller = useTeller();
  const { charts, owner } = teller.words;
  if (notes.length === 0 && pinAt === null) return null;
  return (
    <Section id="notes" title={charts.notes}>
      <List items={notes}>
        {({ id, at, text, by }, index) => (
          <Row
            title={text}
            hint={by === null ? teller.dateTime(at) : `${teller.dateTime(at)} · ${charts.noteBy(by)}`}
            lead={<span class="disc">{index + 1}</span>}
            press={
              pinAt !== null && {
                action: `/charts/notes/${id}/remove`,
                name: "back",
                value: back,
                text: owner.remove,
              }
            }
          />
        )}
      </List>
      {pinAt === null ? null : (
        <Form action="/charts/notes" shape={NewChartNote} class="row">
          <input type="hidden" name="back" value={back} />
          <Field label={charts.noteText} name="text" hint={charts.noteHint} />
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
};

export function SensorPicks({ home, traces, isOutside }: PicksProps) {
  const { words } = useTeller();
  return (
    <fieldset>
      <legend>{words.device.sensors}</legend>
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
                label={placeText(nameOf(each, words), space)}
                name="s"
                value={each.id}
                checked={checked}
              />
            ))}
          </div>
        )}
      />
      {home.hasPlace ? (
        <Tick label={words.charts.outsideChoice} name="outside" value="1" checked={isOutside} />
      ) : null}
    </fieldset>
  );
}
