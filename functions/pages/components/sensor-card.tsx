import { DAY_MS, HOUR_MS } from "../../../lib/kernel/time.ts";
import { quantityOf } from "../../../lib/kernel/units.ts";
import { changeOf } from "../../../lib/readings/change.ts";
import type { Card } from "../../../lib/sharing/home-page/cards.ts";
import { piecesWithin } from "../../../lib/sharing/home-page/workbench.ts";
import type { Severity } from "../../../schema/vocabulary.ts";
import { rangeOf } from "../format/chart-lines.ts";
import { doubtText, isOld, nameOf, stateKind, stateWord } from "../format/name-of.ts";
import type { Teller } from "../format/teller.ts";
import { Ago } from "./ago.tsx";
import { Icon } from "./icons.tsx";
import { useTeller } from "./teller-scope.ts";

const WIDTH = 120;
const HEIGHT = 36;
/** A longer silence is a gap in the line. */
const GAP_MS = 3_600_000;
/** A shorter line is a dot at the edge. */
const SPAN_MS_MIN = 2 * HOUR_MS;
/** The last 24 hours up to `end`, with the limit where it is near. Beside figures that say the same. */
function Sparkline({ card: { series, limit }, end }: CardProps & { end: number }) {
  const [oldest, newest] = [series[0], series.at(-1)];
  if (oldest === undefined || newest === undefined || newest.at - oldest.at < SPAN_MS_MIN) return null;
  const values = series.map(({ value }) => value);
  const { low, high } = rangeOf(values, [limit]);
  const x = (at: number) => fixed(((at - (end - DAY_MS)) / DAY_MS) * WIDTH);
  const y = (value: number) => fixed(HEIGHT - ((value - low) / (high - low)) * HEIGHT);
  const lines = piecesWithin(series, GAP_MS).map((piece) => {
    const line = `M${piece.map(({ at, value }) => `${x(at)} ${y(value)}`).join("L")}`;
    return { line, area: `${line}V${HEIGHT}H${x(piece[0]?.at ?? end)}Z` };
  });
  return (
    <svg class="spark" viewBox={`0 0 ${WIDTH} ${HEIGHT}`} preserveAspectRatio="none" aria-hidden="true">
      <path class="area" d={lines.map(({ area }) => area).join("")} />
      {limit === null || limit.value < low || limit.value > high ? null : (
        <path class="limit" d={`M0 ${y(limit.value)}H${WIDTH}`} />
      )}
      <path class="line" d={lines.map(({ line }) => line).join("")} />
      <path class="now" d={`M${x(newest.at)} ${y(newest.value)}h0`} />
    </svg>
  );
}

/** Tenths; a page has a thousand of them, and `toFixed` takes ten times as long. */
const fixed = (value: number): number => Math.round(value * 10) / 10;

type Props = {
  card: Card;
  href: string;
  end: number;
  /** The one that stands for its room, with a large figure and its last day. */
  isLead: boolean;
  /** False beside another of the room that is as old: one age says it for both. */
  hasAge: boolean;
};

/**
 * One sensor: label, value, where it is heading, its last day, and how old that is. All of it opens the
 * chart.
 */
export function SensorCard({ card, href, end, isLead, hasAge }: Props) {
  const teller = useTeller();
  const { sensor } = card;
  return (
    <li class={`card ${isLead ? "headline " : ""}${toneOf(card, teller.now)}`} id={sensor.id}>
      <a href={href}>
        <h3 class={isLead && isPlain(card, teller) ? "visually-hidden" : undefined}>
          {nameOf(sensor, teller.words)}
        </h3>
        {sensor.isState ? <StateValue card={card} /> : <Measure card={card} end={end} isLead={isLead} />}
        <p class="age">
          <Mark card={card} />
          {sensor.recordedAt === null ? (
            teller.words.card.never
          ) : !hasAge ? null : (
            <Ago at={sensor.recordedAt} />
          )}
        </p>
      </a>
    </li>
  );
}

type CardProps = Pick<Props, "card">;

/** The large figure under a room's name is its temperature, unless somebody called it otherwise than the room. */
function isPlain({ sensor, device }: Card, { words }: Teller): boolean {
  const name = nameOf(sensor, words);
  return sensor.kind === "temperature" && (name === words.sensorKinds.temperature || name === device.space);
}

export function toneOf({ alert, status, sensor }: Card, now: Date): Severity | "doubtful" | "" {
  if (alert !== null) return alert.severity;
  const isDoubtful = status === "offline" || sensor.faultyAt !== null || sensor.fault !== null;
  return isDoubtful || isOld(sensor, now) ? "doubtful" : "";
}

function Measure({ card, end, isLead }: Omit<Props, "href" | "hasAge">) {
  const { figure } = useTeller();
  const { sensor } = card;
  if (sensor.value === null) return <p class="value">–</p>;
  const { text, unit } = figure(sensor.value, sensor.unit);
  return (
    <>
      <p class="value">
        {text}
        <small>{unit}</small>
      </p>
      {isLead ? <Sparkline card={card} end={end} /> : null}
      <p class="trend">
        <Trend card={card} />
      </p>
      {isLead ? <Today card={card} /> : null}
    </>
  );
}

function Trend({ card }: CardProps) {
  const teller = useTeller();
  const { hourBefore, sensor, hoursToFreeze } = card;
  const { words } = teller;
  if (hoursToFreeze !== null)
    return (
      <span class="freezing">
        <Icon name="down" /> {words.card.freezesIn(teller.span(hoursToFreeze * HOUR_MS))}
      </span>
    );
  const { value, unit, recordedAt } = sensor;
  if (value === null || recordedAt === null) return null;
  const change = changeOf({ value, unit, at: recordedAt.getTime() }, hourBefore, teller.unit);
  if (change === null) return null;
  const { moved, ms, isAnHour } = change;
  if (moved === 0)
    return (
      <span>
        <Icon name="level" /> {words.card.steady}
      </span>
    );
  const size = `${Math.abs(moved)}${unit === "%" ? "\u00a0%" : "°"}`;
  return (
    <span>
      <Icon name={moved > 0 ? "up" : "down"} />{" "}
      {words.card[moved < 0 ? "down" : "up"](size, isAnHour ? words.card.anHour : teller.span(ms))}
    </span>
  );
}

/** `low 41, high 53`: of the home's own day so far. */
function Today({ card }: CardProps) {
  const { figure, words } = useTeller();
  const { today, sensor } = card;
  if (today === null || quantityOf(sensor.unit) !== "temperature") return null;
  const [low, high] = [today.low, today.high].map((value) => figure(value, sensor.unit).text);
  return <p class="today">{words.card.today(`${low ?? ""}°`, `${high ?? ""}°`)}</p>;
}

function StateValue({ card }: CardProps) {
  const { words, since: sinceText } = useTeller();
  const { sensor, since } = card;
  if (sensor.value === null) return <p class="value">–</p>;
  const isOn = sensor.value !== 0;
  const span = since === null ? null : sinceText(since.at);
  return (
    <>
      <p class={`value word ${isOn ? "on" : "off"}`}>
        <Icon name={sensor.kind === "door" && isOn ? "open" : stateKind(sensor.kind)} />
        {stateWord(words, sensor.kind, isOn)}
      </p>
      <p class="trend">
        {span === null ? null : since?.isAtLeast ? words.card.forAtLeast(span) : words.card.forSpan(span)}
        {!isOn && card.alert?.kind === "leak" ? `. ${words.card.dryNow}` : null}
      </p>
    </>
  );
}

function Mark({ card }: CardProps) {
  const { words } = useTeller();
  const { status, sensor } = card;
  const late = status === "late" ? words.card.late : null;
  const mark =
    sensor.unitSource === "assumed"
      ? words.unit.unknown
      : (doubtText(sensor, status === "offline", words) ?? late);
  return mark === null ? null : <span class="mark">{mark}</span>;
}
