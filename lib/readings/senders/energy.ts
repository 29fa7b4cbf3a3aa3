import { type JsonObject, objectElements } from "../json.ts";
import type { Field, Manner, Part } from "../parts/measures.ts";
import { objectOf, oneThing, type Sender, sender, textOf, thingOf } from "./sender.ts";

const WATTS: Field = { kind: "power", unit: "W" };
const WATT_HOURS: Field = { kind: "energy", unit: "Wh" };
const KILOWATT_HOURS: Field = { kind: "energy", unit: "kWh" };

/** Fronius' Solar API: `GetPowerFlowRealtimeData`. */
const fronius = sender({
  name: "Fronius",
  marks: ["Body"],
  isIts: ({ Body }) => "Site" in objectOf(objectOf(Body).Data),
  parts: ({ Body }) =>
    oneThing(objectOf(objectOf(objectOf(Body).Data).Site), {
      onlyFields: true,
      fields: {
        P_PV: { ...WATTS, label: "Solar power" },
        P_Grid: { ...WATTS, label: "Grid power" },
        P_Load: { ...WATTS, label: "Load power" },
        P_Akku: { ...WATTS, label: "Battery power" },
        E_Day: { ...WATT_HOURS, label: "Energy today" },
        E_Total: { ...WATT_HOURS, label: "Energy" },
      },
    }),
});

/** SolarEdge's monitoring interface: W, and Wh since the inverter was installed. */
const solarEdge = sender({
  name: "SolarEdge",
  marks: ["overview"],
  isIts: (body) => "lifeTimeData" in objectOf(body.overview),
  parts: (body) => {
    const { lifeTimeData, lastDayData, currentPower } = objectOf(body.overview);
    const members = {
      power: objectOf(currentPower).power,
      energy: objectOf(lifeTimeData).energy,
      energy_today: objectOf(lastDayData).energy,
    };
    return oneThing(members, {
      onlyFields: true,
      fields: {
        power: { ...WATTS, label: "Solar power" },
        energy: { ...WATT_HOURS, label: "Energy" },
        energy_today: { ...WATT_HOURS, label: "Energy today" },
      },
    });
  },
});

/** A myStrom switch's `/report`: W, and the temperature in °C. */
const myStrom = sender({
  name: "myStrom",
  marks: ["Ws"],
  isIts: (body) => "relay" in body,
  parts: (body) =>
    oneThing(body, {
      temperature: "°C",
      onlyFields: true,
      fields: { power: WATTS, relay: { kind: "generic" }, temperature: { kind: "temperature" } },
    }),
});

const usagesOf = (body: JsonObject): JsonObject[] =>
  objectElements(objectOf(body.deviceListUsages).devices).flatMap(({ channelUsages }) =>
    objectElements(channelUsages),
  );

/** Emporia's usages: the energy of each circuit in the interval that was asked for. */
const emporia = sender({
  name: "Emporia",
  marks: ["deviceListUsages"],
  isIts: (body) => objectOf(body.deviceListUsages).energyUnit === "KilowattHours",
  parts: (body) =>
    usagesOf(body).map(
      ({ deviceGid, channelNum, name, usage }): Part => ({
        ...thingOf(`${textOf(deviceGid)}-${textOf(channelNum)}`, name),
        members: { energy: usage },
        manner: { onlyFields: true, fields: { energy: KILOWATT_HOURS } },
      }),
    ),
});

/** What an Aranet base publishes of a sensor: Pa, and the battery as a share of one. */
const aranet = sender({
  name: "Aranet",
  marks: ["atmosphericpressure"],
  isIts: () => true,
  parts: (body) =>
    oneThing(body, {
      temperature: "°C",
      fields: { atmosphericpressure: { kind: "pressure", unit: "Pa", as: "pressure" } },
    }),
});

const SENSE: Manner = {
  onlyFields: true,
  fields: { w: { ...WATTS, as: "power" }, solar_w: { ...WATTS, label: "Solar power" } },
};

/** Sense's feed, every second: the home, and the devices that it has identified in it. */
const sense = sender({
  name: "Sense",
  marks: ["payload"],
  isIts: ({ payload }) => "d_w" in objectOf(payload),
  parts: ({ payload }) => [
    ...oneThing(objectOf(payload), SENSE),
    ...objectElements(objectOf(payload).devices).map((device) => ({
      ...thingOf(device.id, device.name),
      members: device,
      manner: SENSE,
    })),
  ],
});

const ofUps = (unit: string, label: string): Field => ({ kind: "generic", unit, label });

const APCUPSD: Manner = {
  onlyFields: true,
  fields: {
    LINEV: ofUps("V", "Line voltage"),
    OUTPUTV: ofUps("V", "Output voltage"),
    LOADPCT: ofUps("%", "Load"),
    TIMELEFT: ofUps("min", "Time left"),
    on_battery: { kind: "generic", label: "On battery" },
    AMBTEMP: { kind: "temperature", unit: "°C", label: "Ambient temperature" },
    HUMIDITY: { kind: "humidity", label: "Humidity" },
  },
};

/** `"124.0 Volts"` */
const numberBefore = (said: unknown): unknown => (typeof said === "string" ? said.split(" ")[0] : said);

/** What apcupsd says of an uninterruptible power supply, and of the probe beside it. */
const apcupsd = sender({
  name: "apcupsd",
  marks: ["APC", "BCHARGE", "LINEV"],
  isIts: (body) => "BCHARGE" in body || "LINEV" in body,
  parts: (body) => {
    const said = Object.entries(body).map(([name, one]) => [name, numberBefore(one)]);
    const status = textOf(body.STATUS);
    const members = {
      ...Object.fromEntries(said),
      battery: numberBefore(body.BCHARGE),
      on_battery: status === "" ? null : /ONBATT/.test(status),
    };
    return oneThing(members, APCUPSD);
  },
});

const NETIO: Manner = {
  onlyFields: true,
  fields: {
    Load: WATTS,
    TotalLoad: WATTS,
    Energy: WATT_HOURS,
    TotalEnergy: WATT_HOURS,
    Voltage: { kind: "generic", unit: "V" },
    Current: { kind: "generic", unit: "A", times: 0.001 },
    State: { kind: "generic" },
  },
};

/** NETIO's power sockets: W, Wh and mA, of each output. */
const netio = sender({
  name: "NETIO",
  marks: ["GlobalMeasure", "Outputs"],
  isIts: (body) => "Agent" in body && "Outputs" in body,
  parts: (body) => [
    ...oneThing(objectOf(body.GlobalMeasure), NETIO),
    ...objectElements(body.Outputs).map((one) => ({
      ...thingOf(`output${textOf(one.ID)}`, one.Name || `Output ${textOf(one.ID)}`),
      members: one,
      manner: NETIO,
    })),
  ],
});

/** YouLess: kWh since it was installed, W, and how well it sees the meter. */
const youless = sender({
  name: "YouLess",
  marks: ["pwr", "cnt", "net"],
  isIts: (body) => "pwr" in body && ("cnt" in body || "net" in body),
  parts: ({ pwr, cnt, net }) =>
    oneThing(
      { power: pwr, energy: net ?? textOf(cnt).replace(",", ".") },
      { onlyFields: true, fields: { power: WATTS, energy: KILOWATT_HOURS } },
    ),
});

/** OpenEVSE: tenths of °C inside of the charger; -2560 where there is no probe. */
const openEvse = sender({
  name: "OpenEVSE",
  marks: ["wattsec", "watthour"],
  isIts: (body) => "pilot" in body && "wattsec" in body,
  parts: (body) =>
    oneThing(body, {
      onlyFields: true,
      fields: {
        amp: { kind: "generic", unit: "A", times: 0.001, as: "current" },
        voltage: { kind: "generic", unit: "V" },
        watthour: { ...WATT_HOURS, as: "energy" },
      },
    }),
});

const LEAK_IN_WORDS = /LEAK|BURST/;

/** wmbusmeters: a water meter's total, and its own word for water that never stops. */
const wmbusWater = sender({
  name: "wmbusmeters",
  marks: ["meter", "media"],
  isIts: ({ media, total_m3: total }) =>
    typeof media === "string" && media.includes("water") && total !== undefined,
  parts: ({ name, total_m3: total, flow_temperature_c: flow, external_temperature_c: around, status }) =>
    oneThing(
      {
        total_m3: total,
        flow_temperature_c: flow,
        external_temperature_c: around,
        ...(typeof status === "string" ? { leak: LEAK_IN_WORDS.test(status) } : {}),
      },
      { temperature: "°C", fields: { total_m3: { kind: "generic", unit: "m³", label: "Water used" } } },
      textOf(name),
    ),
});

/** Power and energy. */
export const ENERGY: readonly Sender[] = [
  netio,
  fronius,
  solarEdge,
  myStrom,
  emporia,
  aranet,
  sense,
  apcupsd,
  youless,
  openEvse,
  wmbusWater,
];
