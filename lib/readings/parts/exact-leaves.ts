import { remembered } from "../../kernel/remembered.ts";
import {
  exactMeasureOf,
  isLeakByte,
  isStateKind,
  kindFromName,
  saysClosed,
  saysLeak,
} from "../sensor-kinds.ts";
import { isNothing, readValue } from "../values.ts";
import { isWetness, type Leaf, maySwitch, numberLeaf, type Said } from "./leaf.ts";
import type { Manner } from "./manner.ts";

/** The state of a sensor whose every value counts: a measurement that is on or off says so and nothing else. */
const exactState = ({ word, raw }: Said): Leaf | null => {
  const measured = readValue(raw);
  const isBit = measured?.isState || measured?.value === 0 || measured?.value === 1;
  const named = measured?.isState && saysLeak(word) === true ? "flood" : kindFromName(word);
  const kind = named === "generic" && isWetness(word, raw) ? "flood" : named;
  if (measured === null || !(isBit || (kind === "flood" && isLeakByte(word, measured.value)))) return null;
  if (!measured.isState && !isStateKind(kind)) return null;
  if (kind === "generic" && namesDiagnostic(word)) return null;
  const value = measured.value === 0 ? 0 : 1;
  const trueMeans = kind === "door" && typeof raw === "boolean" && saysClosed(word) ? "closed" : undefined;
  return {
    kind: maySwitch(kind) ? kind : "generic",
    unit: null,
    measured: { value, isState: true },
    trueMeans,
  };
};

/** A number that no name explains; a share beyond its whole is none. */
const bareLeaf = ({ word, raw, unit }: Said): Leaf | null => {
  const measured = readValue(raw);
  const isNone = measured !== null && isNothing(measured.value, exactMeasureOf(word)?.kind ?? "generic");
  return measured === null || isNone || (unit === null && isDiagnostic(word, measured.value))
    ? null
    : { kind: "generic", unit, measured };
};

/** Ids, codes, flags, moments, places, settings and the supply of the sender itself, by the end of a name. */
const DIAGNOSTIC =
  /(?:^|_)(?:id|ids|uid|ident|identifier|flags?|codes?|period|type|mode|node|child|command|endpoint|instance|alive|critical|sequence_number|(?:lock|door_?sensor)_state|valid|err|ack|battery_status|enabled|visible|reachable|payload|vdd|vcc|bat|batt|battery_voltage|lat|latitude|lon|lng|longitude|altitude|satellites|cid|imei|timestamp|changed|(?:changed|updated|detected|seen|created|triggered)_at|serial_no|(?:ap|wifi)_?rssi|packets?|packet_loss|loss_rate|uuid)$|^(?:q|lc|unit|units|dead|online|trend)$/;
const namesDiagnostic = remembered((word) => DIAGNOSTIC.test(word));

/** From 2014 to 2040, in seconds and in milliseconds. */
const EPOCH_SECONDS = [1_400_000_000, 2_200_000_000] as const;
const isMoment = (value: number): boolean => {
  const [from, to] = EPOCH_SECONDS;
  return (value >= from && value <= to) || (value >= from * 1_000 && value <= to * 1_000);
};

/** True if a number without a known kind is about the sender and measures nothing in a home. */
const isDiagnostic = (word: string, value: number): boolean => isMoment(value) || namesDiagnostic(word);

/** What one name and its value say where every value counts; null for what is about the sender itself. */
export const exactLeafOf = (said: Said, manner: Manner): Leaf | null =>
  exactState(said) ?? numberLeaf(said, manner) ?? bareLeaf(said);
