/**
 * Rooms are dragged by the handle that this gives them, with a mouse or a finger; the buttons beside it stay for
 * keyboards. Let go, the room's own form says by how many places it has moved.
 */
export function dragRooms(): void {
  const rooms = document.querySelectorAll<HTMLElement>("[data-drag] > li");
  for (const room of rooms) room.querySelector("form")?.append(handleOf(room));
}

function handleOf(room: HTMLElement): HTMLElement {
  const handle = document.createElement("span");
  handle.className = "handle";
  handle.ariaHidden = "true";
  handle.textContent = "\u2807";
  let from: number | null = null;
  handle.addEventListener("pointerdown", (event) => {
    event.preventDefault();
    handle.setPointerCapture(event.pointerId);
    from = placeOf(room);
    room.classList.add("dragged");
  });
  handle.addEventListener("pointermove", ({ clientY }) => {
    if (from !== null) makeWay(room, clientY);
  });
  handle.addEventListener("pointerup", () => {
    if (from === null) return;
    const by = placeOf(room) - from;
    from = null;
    room.classList.remove("dragged");
    if (by !== 0) send(room, by);
  });
  // Nothing was kept: the order is shown as it is.
  handle.addEventListener("pointercancel", () => location.reload());
  return handle;
}

const placeOf = (room: HTMLElement): number => [...(room.parentElement?.children ?? [])].indexOf(room);

/** The others go round the room: one that is moved itself would lose the pointer. */
function makeWay(room: HTMLElement, y: number): void {
  for (let next = room.nextElementSibling; next !== null && y > middleOf(next); ) {
    room.before(next);
    next = room.nextElementSibling;
  }
  for (let last = room.previousElementSibling; last !== null && y < middleOf(last); ) {
    room.after(last);
    last = room.previousElementSibling;
  }
}

function middleOf(element: Element): number {
  const { top, height } = element.getBoundingClientRect();
  return top + height / 2;
}

function send(room: HTMLElement, by: number): void {
  const form = room.querySelector("form");
  const field = document.createElement("input");
  Object.assign(field, { type: "hidden", name: "by", value: String(by) });
  form?.append(field);
  form?.requestSubmit();
}
