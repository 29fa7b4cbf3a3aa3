import { deviceStatus } from "../../../lib/devices/device-status.ts";
import type { HomeSensor, SensorOfDevice } from "../../../lib/devices/home-device.ts";
import { DAY_MS, HOUR_MS, MINUTE_MS } from "../../../lib/kernel/time.ts";
import { convert, quantityOf } from "../../../lib/kernel/units.ts";
import { changeOf } from "../../../lib/readings/change.ts";
import { type Card, type Room, SOON_HOURS } from "../../../lib/sharing/home-page/cards.ts";
import { piecesWithin } from "../../../lib/sharing/home-page/workbench.ts";
import { BARE_TEMPERATURE_UNITS, type BareTemperatureUnit } from "../../../schema/vocabulary.ts";
import { nameOf, stateKind, stateWord, unitQuestion } from "../format/alert-text.ts";
import { rangeOf } from "../format/chart-lines.ts";
import { Ago, type Teller, useMay, useMember, useTeller } from "../format/teller.tsx";
import { Folded, Icon, LinkLine, Second, Section } from "./list.tsx";

const WIDTH = 120;
const HEIGHT = 36;
/** A longer pause between readings is a gap in the line. */
const GAP_MS = HOUR_MS;
/** A shorter history isn't drawn: it would be only a dot at the edge. */
const SPAN_MS_MIN = 2 * HOUR_MS;
/** The 24 hours up to `end`, and the limit if it is near. Screen readers have the figures beside it instead. */
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

/** Rounds to tenths. `toFixed` takes ten times as long, and a page has a thousand such numbers. */
const fixed = (value: number): number => Math.round(value * 10) / 10;

/** Returns true for a temperature without a name of its own: under the room's name, its card hides the name. */
function isPlain({ sensor, device }: Card, words: Teller["words"]): boolean {
  const name = nameOf(sensor, words);
  return sensor.kind === "temperature" && (name === words.sensorKinds.temperature || name === device.space);
}

function toneOf({ alert, status, isOld, sensor: { faultyAt, fault } }: Card) {
  if (alert !== null) return alert.severity;
  return status === "offline" || faultyAt !== null || fault !== null || isOld ? "doubtful" : "";
}

/** The trend of a measurement, or how long a state has lasted. */
function Trend({ hourBefore, sensor, hoursToFreeze, since, alert, status }: Card) {
  const teller = useTeller();
  const { value, unit, recordedAt, isState } = sensor;
  const { card: words } = teller.words;
  if (value === null || recordedAt === null) return null;
  if (isState) {
    // Unless the device is online, the state is known only up to its last reading.
    const until = status === "ok" ? teller.now : recordedAt;
    const ms = since === null ? 0 : until.getTime() - since.at.getTime();
    const isKnown = since !== null && (!since.isAtLeast || ms >= MINUTE_MS);
    const lasted = isKnown && words[since.isAtLeast ? "forAtLeast" : "forSpan"](teller.span(ms));
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

/** `low 41, high 53`: the extremes of today so far, in the home's time zone. One reading has none. */
function Today({ today, sensor }: Card) {
  const { figure, words } = useTeller();
  if (today === null || quantityOf(sensor.unit) !== "temperature") return null;
  const [low, high] = [today.low, today.high].map((value) => `${figure(value, sensor.unit).text}°`);
  return low === high ? null : <p class="today">{words.card.today(low ?? "", high ?? "")}</p>;
}

const QUARTER_MS = 900_000;

/** Puts the room's temperature first, since people look for it. Without one, the order stays. */
function leadFirst(cards: readonly Card[]): Card[] {
  const lead = cards.find(({ sensor }) => sensor.kind === "temperature" && sensor.value !== null) ?? cards[0];
  return lead === undefined ? [] : [lead, ...cards.filter((card) => card !== lead)];
}

/** Returns true for a card that is never folded: an alert, a value past its limit, or a state such as an open door. */
function asksToBeSeen({ alert, limit, sensor: { value, isState } }: Card): boolean {
  if (alert !== null || value === null) return alert !== null;
  if (isState || limit === null) return isState && value !== 0;
  return limit.side === "below" ? value <= limit.value : value >= limit.value;
}

/** Readings of a room that are less apart than this count as equally old. */
const SAME_AGE_MS = 300_000;

export function Rooms({ rooms, hrefOf }: { rooms: Room[]; hrefOf: (card: Card) => string }) {
  const { now, words } = useTeller();
  // Lines move only every quarter hour, so that the HTML stays equal while nothing changes (and the answer is a 304).
  const end = Math.ceil(now.getTime() / QUARTER_MS) * QUARTER_MS;
  return (
    <div class="rooms">
      {rooms.map(({ space, icon, cards }, index) => {
        const inOrder = leadFirst(cards);
        const toldAt = inOrder[0]?.sensor.recordedAt?.getTime();
        // A card has a name, value, line, trend and age. All of it is a link to the chart.
        const list = (some: readonly Card[]) => (
          <ul class="cards">
            {some.map((card) => {
              const { sensor, device } = card;
              const { recordedAt } = sensor;
              // The room's first card has a large figure and a line of the last day.
              const isLead = card === inOrder[0];
              // Other cards show their age only if it differs from that of the first.
              const ageMs = toldAt && recordedAt && Math.abs(recordedAt.getTime() - toldAt);
              const hasAge = isLead || typeof ageMs !== "number" || ageMs > SAME_AGE_MS;
              return (
                <li class={`card ${isLead ? "headline " : ""}${toneOf(card)}`} id={sensor.id}>
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
            <Folded items={inOrder} asks={asksToBeSeen} id={`more-${index}`} list={list} />
          </section>
        );
      })}
    </div>
  );
}

/** A sensor's latest value, its age, and a mark if the value may be wrong or is late. */
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

/** A state's icon has another form, not only another color, while it is on. */
const ON_ICONS = { door: "open", flood: "wet", motion: "moving", other: "on" } as const;

function Value({ sensor: { value, unit, isState, kind }, isNow }: { sensor: HomeSensor; isNow?: true }) {
  const { words, figure } = useTeller();
  if (value === null) return <p class="value">–</p>;
  const isOn = value !== 0;
  const { text, unit: shown } = figure(value, unit);
  return (
    <p class={["value", isState && "word", isNow && "now"].filter(Boolean).join(" ")}>
      {isState ? <Icon name={isOn ? ON_ICONS[stateKind(kind)] : stateKind(kind)} /> : text}
      {isState ? stateWord(words, kind, isOn) : <small>{shown}</small>}
    </p>
  );
}

/** Says why a value may be wrong. If the age is shown beside it, also says that the device is late or offline. */
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

/** Asks for the unit of a sensor whose unit is only assumed. One press answers. Nothing if the unit is known. */
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
