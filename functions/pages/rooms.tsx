import { arrangeRoom, showRooms } from "../../lib/sharing/home-page/home-pages.actions.ts";
import type { DrawnRoom } from "../../lib/sharing/home-page/room-order.ts";
import { ROOM_ICONS } from "../../schema/vocabulary.ts";
import { RoomChange } from "../../schema/wire/account/household.ts";
import { Icon } from "./components/icons.tsx";
import { useTeller } from "./components/teller-scope.ts";
import type { Site } from "./site.ts";

const PATH = "/settings/rooms";

/** `/settings/rooms`: in which order the rooms stand on the home's pages, and what each is drawn with. */
export function roomPages({ services, page, act }: Site): void {
  page(PATH, "manage_household", {
    load: (c) => showRooms(services, c.var.householdId),
    view: (rooms, { words }) => (
      <section class="panel">
        <p class="hint">{rooms.length === 0 ? words.rooms.none : words.rooms.hint}</p>
        <ol class="lines rooms-order">
          {rooms.map((room, index) => (
            <RoomLine room={room} isFirst={index === 0} isLast={index === rooms.length - 1} />
          ))}
        </ol>
      </section>
    ),
  });
  act(PATH, "manage_household", arrangeRoom, "saved", RoomChange);
}

function RoomLine({ room, isFirst, isLast }: { room: DrawnRoom; isFirst: boolean; isLast: boolean }) {
  const { rooms } = useTeller().words;
  return (
    <li>
      <form method="post" action={PATH}>
        <input type="hidden" name="room" value={room.name} />
        <details>
          <summary aria-label={rooms.iconOf(room.name)}>
            <Icon name={room.icon} />
          </summary>
          <div class="palette">
            {ROOM_ICONS.map((icon) => (
              <button
                type="submit"
                class="second"
                name="icon"
                value={icon}
                aria-label={rooms.icons[icon]}
                title={rooms.icons[icon]}
                aria-pressed={icon === room.icon ? "true" : "false"}
              >
                <Icon name={icon} />
              </button>
            ))}
          </div>
        </details>
        <strong>{room.name}</strong>
        {(["up", "down"] as const).map((way) => (
          <button
            type="submit"
            class="second"
            name="move"
            value={way}
            disabled={way === "up" ? isFirst : isLast}
            aria-label={rooms[way](room.name)}
          >
            <Icon name={way} />
          </button>
        ))}
      </form>
    </li>
  );
}
