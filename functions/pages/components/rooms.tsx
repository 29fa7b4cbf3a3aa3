import type { Card, Room } from "../../../lib/sharing/home-page/cards.ts";
import type { Teller } from "../format/teller.ts";
import { Icon } from "./icons.tsx";
import { SensorCard } from "./sensor-card.tsx";

const QUARTER_MS = 900_000;

type Props = { rooms: Room[]; teller: Teller; hrefOf: (card: Card) => string };

/** The room's temperature is what people look for; a room without one leads with its first sensor. */
function leadFirst(cards: readonly Card[]): Card[] {
  const lead = cards.find(({ sensor }) => sensor.kind === "temperature" && sensor.value !== null) ?? cards[0];
  return lead === undefined ? [] : [lead, ...cards.filter((card) => card !== lead)];
}

/** Cards by room, in the home's own order. */
export function Rooms({ rooms, teller, hrefOf }: Props) {
  // The lines move on by the quarter hour, so that a page on which nothing has changed is the same page.
  const end = Math.ceil(teller.now.getTime() / QUARTER_MS) * QUARTER_MS;
  return (
    <div class="rooms">
      {rooms.map(({ space, icon, cards }, index) => (
        <section class="room" aria-labelledby={`room-${index}`}>
          <h2 id={`room-${index}`}>
            <Icon name={icon} />
            {space}
          </h2>
          <ul class="cards">
            {leadFirst(cards).map((card, place) => (
              <SensorCard card={card} teller={teller} href={hrefOf(card)} end={end} isLead={place === 0} />
            ))}
          </ul>
        </section>
      ))}
    </div>
  );
}
