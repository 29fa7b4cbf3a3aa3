import { describe, expect, test } from "vitest";
import { drawnRooms, movedRoom, outdoorNow, settingsOf } from "../../../lib/sharing/home-page/page-home.ts";

const DEVICES = ["Kitchen", "Sótano", "Kitchen", "Hall"].map((space) => ({ space, name: "Node" }));
const names = (rooms: readonly { name: string }[]) => rooms.map(({ name }) => name);

describe("the rooms of a home", () => {
  test("keep their chosen order, with new rooms after them and rooms that are gone left out", () => {
    const settings = ["Hall", "Attic", "Kitchen"].map((name) => ({ name, icon: null }));
    expect(names(drawnRooms(DEVICES, settings))).toEqual(["Hall", "Kitchen", "Sótano"]);
  });

  test("are drawn by their names until somebody chooses", () => {
    const drawn = drawnRooms(DEVICES, [{ name: "Hall", icon: "office" }]);
    expect(drawn.map(({ icon }) => icon)).toEqual(["office", "kitchen", "basement"]);
    expect(settingsOf(drawn)).toEqual([
      { name: "Hall", icon: "office" },
      { name: "Kitchen", icon: null },
      { name: "Sótano", icon: null },
    ]);
  });

  test("move by one place, and no further than the ends", () => {
    const rooms = drawnRooms(DEVICES, []);
    expect(names(movedRoom(rooms, "Hall", "up"))).toEqual(["Kitchen", "Hall", "Sótano"]);
    expect(names(movedRoom(rooms, "Kitchen", "up"))).toEqual(names(rooms));
    expect(names(movedRoom(rooms, "Hall", "down"))).toEqual(names(rooms));
  });

  test("name a device that stands in no room", () => {
    expect(names(drawnRooms([{ space: "", name: "Porch node" }], []))).toEqual(["Porch node"]);
  });
});

describe("the weather beside them", () => {
  const kept = { from: "2026-01-10T00:00:00Z", celsius: Array.from({ length: 36 }, (_, hour) => -hour) };

  test("is that of the hour, with the low of the night to come", () => {
    expect(outdoorNow(kept, "UTC", new Date("2026-01-10T12:40:00Z"))).toEqual({ celsius: -12, low: -33 });
  });

  test("has the low of what is left of the night", () => {
    expect(outdoorNow(kept, "UTC", new Date("2026-01-10T05:10:00Z"))).toEqual({ celsius: -5, low: -9 });
  });

  test("is silent about a night whose end is not known, and once it has run out", () => {
    const half = { ...kept, celsius: kept.celsius.slice(0, 20) };
    expect(outdoorNow(half, "UTC", new Date("2026-01-10T12:00:00Z"))).toEqual({ celsius: -12, low: null });
    expect(outdoorNow(half, "UTC", new Date("2026-01-10T20:00:00Z"))).toBeNull();
  });
});
