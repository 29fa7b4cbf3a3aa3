import type { Hono, MiddlewareHandler } from "hono";
import type { Services } from "../../lib/kernel/services.actions.ts";
import type { Words } from "../../lib/language/en/pages.ts";
import { arrangeRoom, showRooms } from "../../lib/sharing/home-page/home-pages.actions.ts";
import type { DrawnRoom } from "../../lib/sharing/home-page/room-order.ts";
import { ROOM_ICONS } from "../../schema/vocabulary.ts";
import { RoomChange } from "../../schema/wire/account/household.ts";
import { Icon } from "./components/icons.tsx";
import { OwnerFrame } from "./components/owner-frame.tsx";
import { formsOn } from "./form-action.ts";
import { ownerPage } from "./owner-page.tsx";
import { problemPage } from "./problem-page.tsx";
import { actingOf, type PageEnv, pageMay } from "./session.ts";

const PATH = "/settings/rooms";

/** `/settings/rooms`: in which order the rooms stand on the home's pages, and what each is drawn with. */
export function addRoomPages(
  routes: Hono<PageEnv>,
  ports: Pick<Services, "db" | "clock">,
  guard: MiddlewareHandler<PageEnv>,
): void {
  const forms = formsOn(routes, guard);
  const keeper = pageMay("manage_household");
  routes.get(PATH, guard, keeper, async (c) => {
    const shown = await showRooms(ports, c.var.member.householdId);
    if (!shown.ok) return problemPage(c, shown.problem);
    const { frame, words } = ownerPage(c, ports.clock(), "settings");
    const { rooms } = words;
    return c.html(
      <OwnerFrame {...frame} title={rooms.title} up="settings">
        <section class="panel">
          <p class="hint">{shown.value.length === 0 ? rooms.none : rooms.hint}</p>
          <ol class="lines rooms-order" data-drag>
            {shown.value.map((room, index) => (
              <RoomLine
                room={room}
                isFirst={index === 0}
                isLast={index === shown.value.length - 1}
                words={words}
              />
            ))}
          </ol>
        </section>
      </OwnerFrame>,
    );
  });
  forms(PATH, keeper, {
    shape: RoomChange,
    wish: ({ text, has, number }) => ({
      room: text("room"),
      ...(has("move") ? { move: text("move") } : {}),
      ...(has("by") ? { by: number("by") } : {}),
      ...(has("icon") ? { icon: text("icon") } : {}),
    }),
    run: (c, change) => arrangeRoom(ports, actingOf(c), change),
    done: "saved",
  });
}

type LineProps = { room: DrawnRoom; isFirst: boolean; isLast: boolean; words: Words };

function RoomLine({ room, isFirst, isLast, words: { rooms } }: LineProps) {
  return (
    <li>
      <form method="post" action={PATH}>
        <input type="hidden" name="room" value={room.name} />
        <details class="icons">
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
