import { describe, expect, test } from "vitest";
import { keptGuesses } from "../../../lib/domain/placement/kept-guesses.ts";
import {
  guessByName,
  guessOf,
  type PlacedSensor,
  placementOf,
} from "../../../lib/domain/placement/placement.ts";
import { weekGuess } from "../../../lib/domain/placement/week-guess.ts";
import type { Placement } from "../../../schema/vocabulary.ts";

const sensor = (label: string, rest: Partial<PlacedSensor> = {}): PlacedSensor => ({
  label,
  kind: "temperature",
  unit: "°F",
  value: 68,
  ...rest,
});
const device = (name = "ESP32", space = "") => ({ name, space });

describe("a placement by name", () => {
  test.each<[string, number, Placement]>([
    ["Living room", 68, "room"],
    ["temp1", 68, "room"],
    ["Bathroom humidity", 68, "bathroom"],
    ["Kitchen", 68, "kitchen"],
    ["Crawl space", 45, "unheated"],
    ["tempCrawlspace", 45, "unheated"],
    ["Garage", 45, "unheated"],
    ["Garage freezer", 0, "freezer"],
    ["Chest Freezer", -4, "freezer"],
    ["Kitchen fridge", 37, "fridge"],
    ["Refrigerator", 38, "fridge"],
    ["Outdoor", 20, "outdoor"],
    ["outside_temp_f", 20, "outdoor"],
    ["North side outdoor temperature", 20, "outdoor"],
    ["Greenhouse", 50, "greenhouse"],
    ["Sink pipe", 55, "pipe"],
  ])("%s at %d °F is %s", (label, value, placement) => {
    expect(placementOf(sensor(label, { value }), device())).toBe(placement);
  });

  test("comes from the device or the space where the sensor's own says nothing", () => {
    expect(placementOf(sensor("temp1", { value: 0 }), device("Freezer"))).toBe("freezer");
    expect(placementOf(sensor("Temperature"), device("Shelly 3", "Bathroom"))).toBe("bathroom");
    expect(placementOf(sensor("temp2"), device("Outdoor"))).toBe("outdoor");
  });
});

describe("a name never takes the frost alarm from what can burst", () => {
  test.each<[string, number, Placement]>([
    ["Freezer room pipes", 15, "pipe"],
    ["Freezer room", 40, "room"],
    ["Freezer", 68, "room"],
    ["Freezer", 33, "room"],
    ["Fridge water line", 36, "pipe"],
    ["Fridge", 65, "room"],
    ["Outdoor faucet", 30, "pipe"],
    ["Outside wall", 50, "pipe"],
    ["Outdoor kitchen", 30, "kitchen"],
    ["Outdoor shed", 30, "unheated"],
    ["Outdoor pump closet", 30, "room"],
    ["Crawl space pipes", 38, "pipe"],
    ["Garage apartment", 60, "room"],
    ["Attic bedroom", 60, "room"],
    ["Pipe freeze alarm", 30, "pipe"],
    ["Freeze sensor", 10, "room"],
  ])("%s at %d °F is %s", (label, value, placement) => {
    expect(placementOf(sensor(label, { value }), device())).toBe(placement);
  });

  test("not where the device or the space speaks of water", () => {
    expect(placementOf(sensor("Outdoor", { value: 20 }), device("Well house"))).toBe("pipe");
    expect(placementOf(sensor("Freezer", { value: 0 }), device("x", "Boiler room"))).toBe("pipe");
  });

  test("what is not clear is proposed and waits", () => {
    expect(guessByName(sensor("Freezer", { value: 40 }), device())).toEqual({
      placement: "freezer",
      reason: 'It is called "Freezer"',
      isApplied: false,
    });
    expect(guessByName(sensor("Outdoor bar", { value: 40 }), device())).toMatchObject({ isApplied: false });
    expect(guessByName(sensor("Bedroom"), device())).toBeNull();
  });
});

test("the owner's word counts before any guess, and a stored guess before the name", () => {
  expect(placementOf(sensor("Freezer", { value: 0, placement: "room" }), device())).toBe("room");
  const placementGuess = { placement: "freezer", reason: "", isApplied: true } as const;
  expect(placementOf(sensor("Freezer", { value: 50, placementGuess }), device())).toBe("freezer");
  expect(placementOf(sensor("Bedroom", { value: 50, placementGuess }), device())).toBe("room");
  const proposed = { ...placementGuess, isApplied: false };
  expect(placementOf(sensor("temp1", { value: 0, placementGuess: proposed }), device())).toBe("room");
});

test("only thermometers and hygrometers have a place that matters", () => {
  expect(guessByName(sensor("Bathroom leak", { kind: "flood", unit: null }), device())).toBeNull();
});

test("a freezer that was cold once is kept as one, and nothing else is", () => {
  const named = (label: string, value: number) => ({ id: label, ...sensor(label, { value }) });
  const sensors = [named("Freezer", 0), named("Garage", 40), named("Freezer 2", 60), named("Fridge", 38)];
  const kept = keptGuesses([{ device: device(), sensors }]);
  expect(kept.map(({ sensorId }) => sensorId)).toEqual(["Freezer", "Fridge"]);
  const again = sensors.map((each) => ({
    ...each,
    placementGuess: kept.find(({ sensorId }) => sensorId === each.id)?.guess ?? null,
  }));
  expect(keptGuesses([{ device: device(), sensors: again }])).toEqual([]);
});

test("many names are asked for and each is told as at first, whoever has asked before", () => {
  const spaces = ["", "Garage", "Kitchen", "Outside"];
  const asked = Array.from({ length: 2_000 }, (_, index) =>
    placementOf(sensor(`Probe ${index % 700}`), device("ESP32", spaces[index % 4])),
  );
  expect(asked).toEqual(asked.map((_, index) => ["room", "unheated", "kitchen", "outdoor"][index % 4]));
});

describe("a placement by a week of readings", () => {
  const HOUR = 3_600_000;
  const week = (celsius: (hour: number) => number, hours = 168) =>
    Array.from({ length: hours }, (_, hour) => ({ at: hour * HOUR, celsius: celsius(hour) }));
  const byDay = (hour: number): number => Math.sin((2 * Math.PI * hour) / 24);

  test.each<[string, (hour: number) => number, Placement | null]>([
    ["a freezer that defrosts", (hour) => -18 + 2 * byDay(hour) + (hour % 24 === 5 ? 10 : 0), "freezer"],
    ["a fridge", (hour) => 3 + byDay(hour * 8), "fridge"],
    ["the air outdoors in winter", (hour) => -8 + 5 * byDay(hour), "outdoor"],
    ["a crawl space", (hour) => 6 + byDay(hour) + 3 * Math.sin(hour / 60), "unheated"],
    ["a room", (hour) => 20 + byDay(hour), null],
    ["a room with a setback", (hour) => 19 + 3.4 * byDay(hour), null],
    ["a conservatory", (hour) => 22 + 6 * byDay(hour), null],
  ])("%s", (_, celsius, placement) => {
    expect(weekGuess(week(celsius))?.placement ?? null).toBe(placement);
  });

  test("needs five days", () => {
    expect(weekGuess(week(() => -18, 96))).toBeNull();
  });

  test("is only proposed: the room keeps its frost alarm until its owner agrees", () => {
    const guess = weekGuess(week((hour) => -8 + 5 * byDay(hour)));
    const one = sensor("temp1", { placementGuess: guess });
    expect(placementOf(one, device())).toBe("room");
    expect(guessOf(one, device())).toBe(guess);
  });

  test("says nothing where a name does", () => {
    const one = sensor("Kitchen", { placementGuess: weekGuess(week(() => -18)) });
    expect(guessOf(one, device())).toMatchObject({ placement: "kitchen", isApplied: true });
  });
});
