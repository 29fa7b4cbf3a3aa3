import type { JsonObject } from "../json.ts";
import type { Field, Manner, Part } from "../parts/measures.ts";
import { objectOf, oneThing, type Sender, sender, textOf } from "./sender.ts";

const degrees = (label: string): Field => ({ kind: "temperature", label });
const WATER: Field = { kind: "pressure", unit: "bar", label: "Water pressure" };

const BOILER: Manner = {
  temperature: "°C",
  onlyFields: true,
  fields: {
    outdoortemp: degrees("Outdoor temperature"),
    toutside: degrees("Outdoor temperature"),
    curflowtemp: degrees("Flow temperature"),
    rettemp: degrees("Return temperature"),
    tret: degrees("Return temperature"),
    boiltemp: degrees("Boiler temperature"),
    tboiler: degrees("Boiler temperature"),
    wwcurtemp: degrees("Hot water temperature"),
    tdhw: degrees("Hot water temperature"),
    tr: degrees("Room temperature"),
    syspress: WATER,
    pressure: WATER,
    burngas: { kind: "generic" },
    flame: { kind: "generic" },
  },
};

const only = (name: string, label: string): Manner => ({
  temperature: "°C",
  onlyFields: true,
  fields: { [name]: degrees(label) },
});

/** EMS-ESP's heating circuits: `{"hc1":{"seltemp":20,"currtemp":20.9}}`. */
const circuitsOf = (body: JsonObject): Part[] =>
  ["hc1", "hc2", "hc3", "hc4"]
    .filter((key) => "seltemp" in objectOf(body[key]) || "currtemp" in objectOf(body[key]))
    .map((key) => ({
      key,
      label: `Circuit ${key.slice(2)}`,
      members: objectOf(body[key]),
      manner: only("currtemp", "Room temperature"),
    }));

/** EMS-ESP, topic by topic or together, and gateways of OpenTherm: what a heating says of itself. */
const boilers = sender({
  name: "EMS-ESP and OpenTherm",
  marks: ["curflowtemp", "tboiler", "ubauptime", "boiler_data", "thermostat_data", "hc1"],
  isIts: (body) =>
    ["rettemp", "relmod", "tr", "selflowtemp", "boiler_data", "thermostat_data"].some(
      (name) => name in body,
    ) || circuitsOf(body).length > 0,
  parts: (body) => {
    const boiler = { ...body, ...objectOf(body.boiler_data) };
    return [
      ...oneThing(boiler, BOILER, textOf(body.name)),
      {
        key: "dhw",
        label: "Hot water",
        members: objectOf(boiler.dhw),
        manner: only("curtemp", "Temperature"),
      },
      ...circuitsOf({ ...body, ...objectOf(body.thermostat_data) }),
    ];
  },
});

/** Boilers and what steers them. */
export const HEATING: readonly Sender[] = [boilers];
