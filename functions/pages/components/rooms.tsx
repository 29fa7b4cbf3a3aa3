import type { Card, Room } from "../../../lib/domain/home-page/cards.ts";
import type { Teller } from "../format/teller.ts";
import { SensorCard } from "./sensor-card.tsx";

const QUARTER_MS = 900_000;

type Props = { rooms: Room[]; teller: Teller; hrefOf: (card: Card) => string };

/** Cards by room, in the home's own order. */
export function Rooms({ rooms, teller, hrefOf }: Props) {
  // The lines move on by the quarter hour, so that a page on which nothing has changed is the same page.
  const end = Math.ceil(teller.now.getTime() / QUARTER_MS) * QUARTER_MS;
  return (
    <>
      {rooms.map(({ space, cards }, index) => (
        <section class="room" aria-labelledby={`room-${index}`}>
          <h2 id={`room-${index}`}>{space}</h2>
          <ul class="cards">
            {cards.map((card) => (
              <SensorCard card={card} teller={teller} href={hrefOf(card)} end={end} />
            ))}
          </ul>
        </section>
      ))}
    </>
  );
}
