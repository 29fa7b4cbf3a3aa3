import { describe, expect, it } from "vitest";
import { briefs, expectUnusable, read, refusal } from "./support.ts";

const entity = (entity_id: string | undefined, state: unknown, attributes: object = {}) => ({
  ...(entity_id === undefined ? {} : { entity_id }),
  state,
  attributes,
});

describe("a Home Assistant entity", () => {
  it("is keyed by its object id and labelled by its friendly name", () => {
    const body = entity("sensor.pantry_temp", "61.2", {
      unit_of_measurement: "°F",
      device_class: "temperature",
      friendly_name: "Pantry",
    });
    expect(briefs(body)).toEqual(["pantry_temp temperature 61.2 °F"]);
    expect(read(body).readings[0]?.label).toBe("Pantry");
  });

  it("is keyed by a slug of its name without an id, and by a word without either", () => {
    const unit = { unit_of_measurement: "°C" };
    expect(briefs(entity(undefined, "2.5", { ...unit, friendly_name: "Wine cellar" }))).toEqual([
      "wine_cellar temperature 2.5 °C",
    ]);
    expect(briefs(entity(undefined, "2.5", { ...unit, friendly_name: "\udead" }))).toEqual([
      "state temperature 2.5 °C",
    ]);
  });

  it.each([
    ["door", "on", "door 1!"],
    ["garage_door", "off", "door 0!"],
    ["window", "on", "door 1!"],
    ["moisture", "on", "flood 1!"],
    ["occupancy", "off", "motion 0!"],
    ["motion", "on", "motion 1!"],
    ["connectivity", "on", "generic 1!"],
  ])("of the class %s that is %s gives %s", (device_class, state, expected) => {
    expect(briefs(entity("binary_sensor.front_door", state, { device_class }))).toEqual([
      `front_door ${expected}`,
    ]);
  });

  it("takes its kind from the class first, then the unit, then the name", () => {
    expect(
      briefs(entity("sensor.x", "5", { device_class: "carbon_dioxide", unit_of_measurement: "ppm" })),
    ).toEqual(["x co2 5 ppm"]);
    expect(briefs(entity("sensor.x_humidity", "5", { unit_of_measurement: "W" }))).toEqual([
      "x_humidity power 5 W",
    ]);
    expect(briefs(entity("sensor.x_humidity", "5"))).toEqual(["x_humidity humidity 5 %"]);
    expect(
      briefs(entity("sensor.dt", "1", { device_class: "temperature_delta", unit_of_measurement: "°C" })),
    ).toEqual(["dt generic 1 °C"]);
  });

  it("makes no leak of the moisture of soil", () => {
    const soil = { device_class: "moisture", unit_of_measurement: "%" };
    expect(briefs(entity("sensor.bed", "1", soil))).toEqual(["bed generic 1 %"]);
  });

  it.each(["unavailable", "unknown", "", " ", "0x1F", "NaN", "21,5", "21.5 C", "below_horizon"])(
    "whose state is %j is refused, also with a battery beside it",
    (state) => {
      expectUnusable(entity("sensor.a", state));
      expect(refusal({ ...entity("sensor.a", state), battery: 50 }).sentence).toContain("Home Assistant");
    },
  );

  it("with a state that is no string is not one", () => {
    expectUnusable(entity("sensor.a", null));
  });

  it("does not stand in the way of native keys", () => {
    expect(briefs({ ...entity("sensor.a", "on"), temp1: 70 })).toEqual(["temp1 temperature 70 °F?"]);
  });
});

describe("an array of Home Assistant entities", () => {
  it("gives a reading for each that has a value", () => {
    const unit = { unit_of_measurement: "hPa" };
    const batch = [
      entity("sensor.a", "990", unit),
      entity("sensor.b", "unknown", unit),
      entity("switch.c", "off"),
    ];
    expect(briefs(batch)).toEqual(["a pressure 990 hPa", "c generic 0!"]);
  });

  it("is refused where none has one", () => {
    expectUnusable([entity("sensor.a", "unavailable")]);
  });

  it("makes a level of a phone's battery, never this device's health", () => {
    const phone = entity("sensor.phone_battery", "44", { device_class: "battery", unit_of_measurement: "%" });
    expect(briefs([phone])).toEqual(["phone_battery level 44 %"]);
    expect(read([phone]).health).toEqual({});
  });
});
