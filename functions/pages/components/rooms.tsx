import type { Card, Room } from "../../../lib/sharing/home-page/cards.ts";
import { Icon } from "./icons.tsx";
import { SensorCard, toneOf } from "./sensor-card.tsx";
import { useTeller } from "./teller-scope.ts";

const QUARTER_MS = 900_000;
/** A room with more sensors than this opens with those that matter, and unfolds to the rest. */
const CARDS_AT_ONCE_MAX = 8;

/** The room's temperature is what people look for; a room without one leads with its first sensor. */
function leadFirst(cards: readonly Card[]): Card[] {
  const lead = cards.find(({ sensor }) => sensor.kind === "temperature" && sensor.value !== null) ?? cards[0];
  return lead === undefined ? [] : [lead, ...cards.filter((card) => card !== lead)];
}

/** What asks to be seen first: alerts, what is past its limit, what is in doubt, then a door that stands open. */
function urgency(card: Card, now: Date): number {
  const { sensor, limit } = card;
  const tone = toneOf(card, now);
  if (tone === "critical") return 5;
  if (tone === "warning") return 4;
  const { value } = sensor;
  if (value === null) return 0;
  if (limit !== null && (limit.side === "below" ? value <= limit.value : value >= limit.value)) return 3;
  if (tone === "doubtful") return 2;
  return sensor.isState && value !== 0 ? 1 : 0;
}

/** Each in the room's own order, so that a page on which something changes keeps its shape. */
function folded(cards: readonly Card[], now: Date): { shown: Card[]; rest: Card[]; troubled: number } {
  const inOrder = leadFirst(cards);
  const [lead, ...others] = inOrder;
  const byUrgency = others.toSorted((a, b) => urgency(b, now) - urgency(a, now));
  const first = new Set([lead, ...byUrgency.slice(0, CARDS_AT_ONCE_MAX - 1)]);
  const rest = others.filter((card) => !first.has(card));
  return {
    shown: inOrder.filter((card) => first.has(card)),
    rest,
    troubled: rest.filter((card) => urgency(card, now) > 1).length,
  };
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
        const { shown, rest, troubled } = folded(cards, now);
        const toldAt = shown[0]?.sensor.recordedAt?.getTime();
        const hasAge = ({ sensor }: Card): boolean =>
          toldAt === undefined ||
          sensor.recordedAt === null ||
          Math.abs(sensor.recordedAt.getTime() - toldAt) > SAME_AGE_MS;
        const list = (some: readonly Card[]) => (
          <ul class="cards">
            {some.map((card) => {
              const isLead = card === shown[0];
              const age = isLead || hasAge(card);
              return <SensorCard card={card} href={hrefOf(card)} end={end} isLead={isLead} hasAge={age} />;
            })}
          </ul>
        );
        return (
          <section class="room" aria-labelledby={`room-${index}`}>
            <h2 id={`room-${index}`}>
              <Icon name={icon} />
              {space}
            </h2>
            {list(shown)}
            {rest.length === 0 ? null : (
              <details class="figures more" id={`more-${index}`}>
                <summary>
                  <span id={`count-${index}`} data-part="count">
                    {words.card.more(rest.length)}
                    {words.card.troubled(troubled)}
                  </span>
                </summary>
                {list(rest)}
              </details>
            )}
          </section>
        );
      })}
    </div>
  );
}
