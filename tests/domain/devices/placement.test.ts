import { describe, expect, test } from "vitest";
import { PLACEMENT_DEFAULTS, sensorSettings } from "../../../lib/devices/alert-settings.ts";
import { keptGuesses, weekGuess } from "../../../lib/devices/placement/guesses.ts";
import {
  guessByName,
  guessOf,
  nameGuess,
  type PlacedSensor,
  placementOf,
} from "../../../lib/devices/placement/placement.ts";
import type { Placement } from "../../../schema/vocabulary.ts";
import { readLines } from "../../support/json-lines.ts";

const sensor = (label: string, rest: Partial<PlacedSensor> = {}): PlacedSensor => ({
  label,
  kind: "temperature",
  unit: "°F",
  value: 68,
  ...rest,
});
const device = (name = "ESP32", space = "") => ({ name, space });

describe("a placement by name", () => {
  test.each(readLines<[string, number, Placement]>(new URL("placements-named.jsonl", import.meta.url)))(
    "%s at %d °F is %s",
    (label, value, placement) => {
      expect(placementOf(sensor(label, { value }), device())).toBe(placement);
    },
  );

  test("comes from the device or the space where the sensor's own says nothing", () => {
    expect(placementOf(sensor("temp1", { value: 0 }), device("Freezer"))).toBe("freezer");
    expect(placementOf(sensor("Temperature"), device("Shelly 3", "Bathroom"))).toBe("bathroom");
    expect(placementOf(sensor("temp2"), device("Outdoor"))).toBe("outdoor");
  });
});

describe("a name never takes the frost alarm from what can burst", () => {
  test.each(readLines<[string, number, Placement]>(new URL("placements-safe.jsonl", import.meta.url)))(
    "%s at %d °F is %s",
    (label, value, placement) => {
      expect(placementOf(sensor(label, { value }), device())).toBe(placement);
    },
  );

  test("not where the device or the space speaks of water", () => {
    expect(placementOf(sensor("Outdoor", { value: 20 }), device("Well house"))).toBe("pipe");
    expect(placementOf(sensor("Freezer", { value: 0 }), device("x", "Boiler room"))).toBe("pipe");
  });

  test.each(
    readLines<[string, number | null, string | null, boolean]>(
      new URL("placements-proved.jsonl", import.meta.url),
    ),
  )("a %s at %s %s is one: %s", (label, value, unit, isApplied) => {
    const reason = { code: isApplied ? "called_and_cold" : "called", values: { name: label } };
    const placement = label === "Freezer" ? "freezer" : "fridge";
    expect(guessByName(sensor(label, { value, unit }), device())).toEqual({ placement, reason, isApplied });
  });

  test("a hygrometer in a freezer needs no cold to be believed", () => {
    const freezer = sensor("Freezer", { kind: "humidity", unit: "%", value: 40 });
    expect(guessByName(freezer, device())).toMatchObject({ placement: "freezer", isApplied: true });
  });

  test("what is not clear is proposed and waits", () => {
    const freezer = sensor("Freezer", { value: 40 });
    expect(guessByName(freezer, device())).toMatchObject({ placement: "freezer", isApplied: false });
    expect(guessByName(sensor("Outdoor bar", { value: 40 }), device())).toMatchObject({ isApplied: false });
    expect(guessByName(sensor("Bedroom"), device())).toBeNull();
  });
});

test("the owner's word counts before any guess, and a stored guess before the name", () => {
  expect(placementOf(sensor("Freezer", { value: 0, placement: "room" }), device())).toBe("room");
  const placementGuess = {
    placement: "freezer",
    reason: { code: "freezer_cold", values: {} },
    isApplied: true,
  } as const;
  expect(placementOf(sensor("Freezer", { value: 50, placementGuess }), device())).toBe("freezer");
  expect(placementOf(sensor("Bedroom", { value: 50, placementGuess }), device())).toBe("room");
  const fridge = guessOf(sensor("Fridge", { value: 60, placementGuess }), device());
  expect(fridge).toMatchObject({ placement: "fridge", isApplied: false });
  const proposed = { ...placementGuess, isApplied: false };
  expect(placementOf(sensor("temp1", { value: 0, placementGuess: proposed }), device())).toBe("room");
});

test("a name of water says nothing of the outdoors", () => {
  expect(nameGuess(["Outdoor", "Water pipe"])).toMatchObject({ placement: "pipe", name: "Water pipe" });
});

test.each(readLines<[Placement, object]>(new URL("placement-limits.jsonl", import.meta.url)))(
  "a %s has the limits of docs/alerts.md",
  (placement, limits) => {
    expect(PLACEMENT_DEFAULTS[placement]).toEqual(limits);
  },
);

test("only thermometers and hygrometers have a place that matters", () => {
  expect(guessByName(sensor("Bathroom leak", { kind: "flood", unit: null }), device())).toBeNull();
});

test("a freezer that was cold once is kept as one, and nothing else is", () => {
  const named = (label: string, value: number) => ({ id: label, ...sensor(label, { value }) });
  const sensors = [
    named("Freezer", 0),
    named("Garage", 40),
    named("Freezer 2", 60),
    named("Fridge", 38),
    named("Bedroom", 60),
  ];
  const kept = keptGuesses([{ device: device(), sensors }]);
  expect(kept.map(({ sensorId }) => sensorId)).toEqual(["Freezer", "Fridge"]);
  const again = sensors.map((each) => ({
    ...each,
    placementGuess: kept.find(({ sensorId }) => sensorId === each.id)?.guess ?? null,
  }));
  expect(keptGuesses([{ device: device(), sensors: again }])).toEqual([]);
});

test("a name that its reading bears out is kept over what its week had proposed", () => {
  const proposed = {
    placement: "freezer",
    reason: { code: "freezer_cold", values: {} },
    isApplied: false,
  } as const;
  const freezer = { ...sensor("Freezer", { value: 0, placementGuess: proposed }), id: "sen_1" };
  expect(keptGuesses([{ device: device(), sensors: [freezer] }])).toHaveLength(1);
});

test.each([
  ["Freezer", "freezer", 0, 35],
  ["Fridge", "fridge", 37, 55],
] as const)(
  "a %s that fails stays one once it is warmer than any, whatever its week was",
  (name, placement, cold, warm) => {
    const [kept] = keptGuesses([
      { device: device(), sensors: [{ ...sensor(name, { value: cold }), id: "sen_1" }] },
    ]);
    const weekFloor = { celsius: Array.from({ length: 24 }, () => ((cold - 32) * 5) / 9), days: 7 };
    const failed = {
      ...sensor(name, { value: warm, placementGuess: kept?.guess ?? null, weekFloor }),
      settings: {},
    };
    const judgedBy = sensorSettings("cold_storage", { settings: {} }, device(), failed);
    expect(judgedBy.warm).toEqual(PLACEMENT_DEFAULTS[placement].cold_storage?.warm);
  },
);

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

  const always = (celsius: number) => week(() => celsius);
  /** Two temperatures, each for half of the week; `dayAndNight`: each for half of every day. */
  const halves = (first: number, second: number) => week((hour) => (hour < 84 ? first : second));
  const dayAndNight = (night: number, day: number) => week((hour) => (hour % 24 < 12 ? night : day));

  test.each<[string, ReturnType<typeof week>, Placement | null]>([
    ["at -9 °C at most", always(-9), "freezer"],
    ["just above", always(-8.9), "unheated"],
    ["that differ by 8 K", halves(-17, -9), "freezer"],
    ["that differ by more", halves(-17.1, -9), "unheated"],
    ["at 8 °C", always(8), "fridge"],
    ["just above a fridge's", always(8.1), "unheated"],
    ["at -1 °C", always(-1), "fridge"],
    ["just below a fridge's", always(-1.1), "unheated"],
    ["that differ by 4 K", halves(4, 8), "fridge"],
    ["that differ by more than a fridge's", halves(3.9, 8), "unheated"],
    ["with nights that are 7 K colder", dayAndNight(10, 17), "outdoor"],
    ["with nights that are not quite as cold", dayAndNight(10, 16.9), null],
    ["with nights above 10 °C", dayAndNight(10.1, 17.1), null],
    ["at 12 °C", always(12), "unheated"],
    ["as warm as a heated room", always(12.1), null],
  ])("of hours %s", (_, lows, placement) => {
    expect(weekGuess(lows)?.placement ?? null).toBe(placement);
  });

  test.each([
    [-18, "freezer", "freezer_cold"],
    [4, "fridge", "fridge_cold"],
    [11, "unheated", "never_warm"],
  ])("of %d °C proposes a %s and says why", (celsius, placement, code) => {
    const reason = { code, values: {} };
    expect(weekGuess(always(celsius))).toEqual({ placement, reason, isApplied: false });
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

test.each(readLines<[string, string | null]>(new URL("names-of-places.jsonl", import.meta.url)))(
  "%s is a name for %s",
  (name, placement) => {
    expect(nameGuess([name])?.placement ?? null).toBe(placement);
  },
);

test("names are asked in their order, and one of water before all others", () => {
  const garage = { placement: "unheated", name: "Garage", isWhole: false };
  expect(nameGuess(["temp1", "Garage", "Attic"])).toEqual(garage);
  expect(nameGuess(["Office", "Garage"])).toBeNull();
  const sink = { placement: "pipe", name: "Sink", isWhole: false };
  expect(nameGuess(["Office", "Sink", "Water meter"])).toEqual(sink);
});

test("the air outdoors is what a name means that says nothing else", () => {
  const isWhole = (name: string) => nameGuess([name])?.isWhole;
  expect(isWhole("Outdoor temp north side")).toBe(true);
  expect(isWhole("Outdoor bar")).toBe(false);
});
