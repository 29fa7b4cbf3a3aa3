import type { Card, Room } from "../../../lib/sharing/home-page/cards.ts";
import { Icon } from "./icons.tsx";
import { Folded } from "./list.tsx";
import { SensorCard } from "./sensor-card.tsx";
import { useTeller } from "./teller-scope.ts";

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
        const hasAge = ({ sensor }: Card): boolean =>
          toldAt === undefined ||
          sensor.recordedAt === null ||
          Math.abs(sensor.recordedAt.getTime() - toldAt) > SAME_AGE_MS;
        const list = (some: readonly Card[]) => (
          <ul class="cards">
            {some.map((card) => {
              const isLead = card === inOrder[0];
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
