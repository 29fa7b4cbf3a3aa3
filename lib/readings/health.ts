import { remembered } from "../kernel/remembered.ts";
import { entriesOf, type JsonObject } from "./json.ts";
import { snake } from "./parts/snake.ts";
import type { Health } from "./reading.ts";
import { readNumber } from "./values.ts";

const within = (raw: unknown, least: number, most: number): number | null => {
  const value = readNumber(raw);
  return value !== null && value >= least && value <= most ? value : null;
};

/**
 * Health of usable parts only: what is out of range is ignored, never clamped (254 and 255 mean "unknown").
 */
export const healthOf = (battery: unknown, rssi: unknown): Health => {
  const batteryPct = within(battery, 0, 100);
  const signal = within(rssi, -150, 0);
  return {
    ...(batteryPct === null ? {} : { batteryPct }),
    ...(signal === null ? {} : { rssi: signal }),
  };
};

const BATTERY =
  /^(device_|sensor_|node_|measure_|va_|nivel_|niveau_)?(battery|batt|bat|batteri[ae]|bateria|batterij|akku)(_?(level|stand|lvl|percent|percentage|perc|pct|remaining|charge|charge_level|charge_level_percent(?:age)?|level_percent(?:age)?|capacity|value|soc|status))?$|^(soc|state_of_charge|percent_charged)$/;
const SIGNAL =
  /^(wifi_|ble_|lora_|radio_|sensor_|device_)?(rssi|signal_?(strength|dbm|rssi)?|dbm|wifi(_signal|_strength|_dbm)?|rf_?strength)(_dbm)?(_value)?$/;

/** What a name (in snake case) tells of: a battery, a radio, or anything else. */
const healthWord = remembered((word: string): "battery" | "signal" | "other" =>
  BATTERY.test(word) ? "battery" : SIGNAL.test(word) ? "signal" : "other",
);

/** True if a name (in snake case) belongs to a battery or a radio. */
export const isHealth = (word: string): boolean => healthWord(word) !== "other";

/** "95 %", "95%" and "95.0 Percent" name a share too. */
const percentOf = (raw: unknown): number | null =>
  readNumber(typeof raw === "string" && raw.length < 16 ? raw.replace(/\s{0,8}(?:%|percent)$/i, "") : raw);

/** A status that is a code and no share. */
const CODE_MAX = 5;

/** 3.61 is the volts of a cell and no percent. */
const isVolts = (value: number): boolean => value > 1.5 && value < 5 && !Number.isInteger(value);

/** 0.97 is a share of one: nothing runs on less than a percent. */
const ofOne = (value: number | null): number | null =>
  value !== null && value > 0 && value < 1 ? Math.round(value * 1_000) / 10 : value;

const isOfStorage = remembered((name: string): boolean =>
  /^(?:battery|pv|grid)_?power$|^odometer|^mileage|(?:^|_)range$/i.test(name),
);

/** A battery that feeds a house or drives a car: it watches nothing. */
const isStorage = (members: JsonObject): boolean => entriesOf(members).some(([name]) => isOfStorage(name));

/** What a part says of its own battery and radio, under whatever name but such as its sender means otherwise. */
export const partHealth = (members: JsonObject, meant: Readonly<Record<string, unknown>> = {}): Health => {
  let [battery, signal]: (number | null)[] = [null, null];
  for (const [name, raw] of entriesOf(members)) {
    if ((typeof raw !== "number" && typeof raw !== "string") || meant[name] === null) continue;
    const word = snake(name);
    const told = healthWord(word);
    if (told === "battery") {
      if (isStorage(members)) continue;
      const value = ofOne(percentOf(raw));
      const isCode = word.endsWith("status") && (value ?? 0) <= CODE_MAX;
      if (value !== null && value >= 0 && value <= 100 && !isVolts(value) && !isCode)
        // The specification's own name goes before `battery_pct` and others.
        battery = word === "battery" ? value : (battery ?? value);
    } else if (told === "signal") {
      const value = readNumber(raw);
      if (value !== null && (value < 0 || word === "rssi")) signal ??= value;
    }
  }
  return healthOf(battery, signal);
};
