import { deviceStatus } from "../../../lib/devices/device-status.ts";
import type { HomeSensor, SensorOfDevice } from "../../../lib/devices/home-device.ts";
import { DAY_MS, HOUR_MS } from "../../../lib/kernel/time.ts";
import { convert, quantityOf } from "../../../lib/kernel/units.ts";
import { changeOf } from "../../../lib/readings/change.ts";
import { type Card, type Room, SOON_HOURS } from "../../../lib/sharing/home-page/cards.ts";
import { piecesWithin } from "../../../lib/sharing/home-page/workbench.ts";
import { BARE_TEMPERATURE_UNITS, type BareTemperatureUnit } from "../../../schema/vocabulary.ts";
import { isOld, nameOf, stateKind, stateWord, unitQuestion } from "../format/alert-text.ts";
import { rangeOf } from "../format/chart-lines.ts";
import { Ago, type Teller, useMay, useMember, useTeller } from "../format/teller.tsx";
import { Folded, Icon, LinkLine, Second, Section } from "./list.tsx";

const WIDTH = 120;
const HEIGHT = 36;
/** A longer silence is a gap in the line. */
const GAP_MS = HOUR_MS;
/** A shorter line is a dot at the edge. */
const SPAN_MS_MIN = 2 * HOUR_MS;
/** The last 24 hours up to `end`, with the limit where it is near. Beside figures that say the same. */
function Sparkline({ series, limit, end }: Card & { end: number }) {
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
      <path class="lone" d={`M${x(newest.at)} ${y(newest.value)}h0`} />
    </svg>
  );
}

/** Tenths; a page has a thousand of them, and `toFixed` takes ten times as long. */
const fixed = (value: number): number => Math.round(value * 10) / 10;

/** The large figure under a room's name is its temperature, unless somebody called it otherwise than the room. */
function isPlain({ sensor, device }: Card, words: Teller["words"]): boolean {
  const name = nameOf(sensor, words);
  return sensor.kind === "temperature" && (name === words.sensorKinds.temperature || name === device.space);
}

function toneOf({ alert, status, sensor }: Card, now: Date) {
  if (alert !== null) return alert.severity;
  const isDoubtful = status === "offline" || sensor.faultyAt !== null || sensor.fault !== null;
  return isDoubtful || isOld(sensor, now) ? "doubtful" : "";
}

/** Where a measure is heading, or for how long a state has been so. */
function Trend({ hourBefore, sensor, hoursToFreeze, since, alert, status }: Card) {
  const teller = useTeller();
  const { value, unit, recordedAt, isState } = sensor;
  const { card: words } = teller.words;
  if (value === null || recordedAt === null) return null;
  if (isState) {
    // Of one that is no longer heard nobody knows more than what it said.
    const until = status === "ok" ? teller.now : recordedAt;
    const span = since && teller.span(until.getTime() - since.at.getTime());
    const lasted = span && words[since.isAtLeast ? "forAtLeast" : "forSpan"](span);
    const more = value === 0 && alert?.kind === "leak" && words.dryNow;
    return <>{[lasted, more].filter(Boolean).join(". ")}</>;
  }
  if (hoursToFreeze !== null)
    return (
      <span class="error">
        <Icon name="down" />{" "}
        {hoursToFreeze < SOON_HOURS
          ? words.freezesSoon
          : words.freezesIn(teller.span(hoursToFreeze * HOUR_MS))}
      </span>
    );
  const change = changeOf({ value, unit, at: recordedAt.getTime() }, hourBefore, teller.unit);
  if (change === null) return null;
  const { moved, ms, isAnHour } = change;
  const way = moved === 0 ? "level" : moved > 0 ? "up" : "down";
  const size = unit === "%" ? teller.withUnit(`${Math.abs(moved)}`, unit) : `${Math.abs(moved)}°`;
  return (
    <span>
      <Icon name={way} />{" "}
      {way === "level" ? words.steady : words[way](size, isAnHour ? words.anHour : teller.span(ms))}
    </span>
  );
}

/** `low 41, high 53`: of the home's own day so far. */
function Today({ today, sensor }: Card) {
  const { figure, words } = useTeller();
  if (today === null || quantityOf(sensor.unit) !== "temperature") return null;
  const [low, high] = [today.low, today.high].map((value) => `${figure(value, sensor.unit).text}°`);
  return <p class="today">{words.card.today(low ?? "", high ?? "")}</p>;
}

const QUARTER_MS = 900_000;
/** A room with more sensors than this opens with its first ones and those that matter, and unfolds to the rest. */
const CARDS_AT_ONCE_MAX = 8;

/** The room's temperature is what people look for; a room without one leads with its first sensor. */
function leadFirst(cards: readonly Card[]): Card[] {
  const lead = cards.find(({ sensor }) => sensor.kind === "temperature" && sensor.value !== null) ?? cards[0];
  return lead === undefined ? [] : [lead, ...cards.filter((card) => card !== lead)];
}

/** What is never folded away: alerts, what is past its limit, and a door that stands open. */
function asksToBeSeen({ alert, limit, sensor: { value, isState } }: Card): boolean {
  if (alert !== null || value === null) return alert !== null;
  if (isState || limit === null) return isState && value !== 0;
  return limit.side === "below" ? value <= limit.value : value >= limit.value;
}

/** Sensors of a room that were read within so long of each other are as old. */
const SAME_AGE_MS = 300_000;

export function Rooms({ rooms, hrefOf }: { rooms: Room[]; hrefOf: (card: Card) => string }) {
  const { now, words } = useTeller();
  // The lines move on by the quarter hour, so that a page on which nothing has changed is the same page.
  const end = Math.ceil(now.getTime() / QUARTER_MS) * QUARTER_MS;
  return (
    <div class="rooms">
      {rooms.map(({ space, icon, cards }, index) => {
        const inOrder = leadFirst(cards);
        const toldAt = inOrder[0]?.sensor.recordedAt?.getTime();
        // Label, value, where it is heading, its last day, and how old that is. All of it opens the chart.
        const list = (some: readonly Card[]) => (
          <ul class="cards">
            {some.map((card) => {
              const { sensor, device } = card;
              const { recordedAt } = sensor;
              // The one that stands for its room has a large figure and its last day.
              const isLead = card === inOrder[0];
              // Beside another of the room that is as old, one age says it for both.
              const ageMs = toldAt && recordedAt && Math.abs(recordedAt.getTime() - toldAt);
              const hasAge = isLead || typeof ageMs !== "number" || ageMs > SAME_AGE_MS;
              return (
                <li class={`card ${isLead ? "headline " : ""}${toneOf(card, now)}`} id={sensor.id}>
                  <a href={hrefOf(card)}>
                    <h3 class={isLead && isPlain(card, words) ? "visually-hidden" : undefined}>
                      {nameOf(sensor, words)}
                    </h3>
                    <Value sensor={sensor} />
                    {isLead && !sensor.isState ? <Sparkline {...card} end={end} /> : null}
                    <p class="trend">
                      <Trend {...card} />
                    </p>
                    {isLead ? <Today {...card} /> : null}
                    <p class="age">
                      <Mark sensor={sensor} device={device} hasAge={hasAge} />
                      {recordedAt === null ? words.card.never : hasAge && <Ago at={recordedAt} />}
                    </p>
                  </a>
                </li>
              );
            })}
          </ul>
        );
        return (
          <section class="room" aria-labelledby={`room-${index}`}>
            <h2 id={`room-${index}`}>
              <Icon name={icon} />
              {space}
            </h2>
            <Folded
              items={inOrder}
              asks={asksToBeSeen}
              atOnce={CARDS_AT_ONCE_MAX}
              text={words.card.more}
              id={`more-${index}`}
              list={list}
            />
          </section>
        );
      })}
    </div>
  );
}

/** What a sensor says now, how long ago that was, and what is to be known of it. */
export function SensorNow({ sensor, device }: SensorOfDevice) {
  if (sensor.value === null || sensor.recordedAt === null)
    return <p class="value">{useTeller().words.card.never}</p>;
  return (
    <div>
      <Value sensor={sensor} isNow />
      <p class="age">
        <Mark sensor={sensor} device={device} /> <Ago at={sensor.recordedAt} />
      </p>
    </div>
  );
}

function Value({ sensor: { value, unit, isState, kind }, isNow }: { sensor: HomeSensor; isNow?: true }) {
  const { words, figure } = useTeller();
  if (value === null) return <p class="value">–</p>;
  const isOn = value !== 0;
  const { text, unit: shown } = figure(value, unit);
  return (
    <p class={["value", isState && "word", isNow && "now"].filter(Boolean).join(" ")}>
      {isState ? <Icon name={kind === "door" && isOn ? "open" : stateKind(kind)} /> : text}
      {isState ? stateWord(words, kind, isOn) : <small>{shown}</small>}
    </p>
  );
}

/** Why a value is not to be trusted as it stands; with its age, that it is late. */
function Mark({ sensor, device, hasAge = true }: SensorOfDevice & { hasAge?: boolean }) {
  const { words, now } = useTeller();
  const status = hasAge && deviceStatus(device, now);
  const mark =
    (sensor.unitSource === "assumed" && words.unit.unknown) ||
    (sensor.faultyAt !== null && words.card.faulty) ||
    (sensor.fault !== null && words.sensor.fault) ||
    ((status === "offline" || status === "late") && words.card[status]);
  return mark && <span class="mark">{mark}</span>;
}

/** Asks in which unit a sensor measures that nobody has said of; one press answers. Nothing where that is known. */
export function UnitQuestion({ sensor }: { sensor: HomeSensor }) {
  const teller = useTeller();
  const [isLinked, mayAnswer] = [useMember() === undefined, useMay("manage_sensors")];
  const { id, value, unitSource } = sensor;
  if (unitSource !== "assumed" || value === null) return null;
  const { unit: words } = teller.words;
  return (
    <Section
      id={`unit-${id}`}
      title={unitQuestion(nameOf(sensor, teller.words), value, teller)}
      hint={isLinked || mayAnswer ? words.hint : words.askAMember}
    >
      {isLinked && <LinkLine kind="button second" href={`/sensors/${id}`} text={words.choose} />}
      {mayAnswer ? (
        <form method="post" action={`/sensors/${id}/unit`} class="row">
          {BARE_TEMPERATURE_UNITS.map((unit) => (
            <Second name="unit" value={unit} text={words.itIs(both(value, unit, teller))} />
          ))}
        </form>
      ) : null}
    </Section>
  );
}

function both(value: number, unit: BareTemperatureUnit, { asSent }: Teller): string {
  const other = unit === "°F" ? "°C" : "°F";
  return `${asSent(value, unit)} (${asSent(Math.round(convert(value, unit, other) ?? value), other)})`;
}
