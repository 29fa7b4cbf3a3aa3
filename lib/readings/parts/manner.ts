import type { SensorKind } from "../../../schema/vocabulary.ts";
import type { JsonObject } from "../json.ts";

/** A sender's meaning for one of its names, if it differs from the name's usual one. */
export type Field = {
  kind: SensorKind;
  /** The unit once `times` and `plus` are applied; absent for the kind's own unit or the sender's scale. */
  unit?: string | null;
  /** The factor that gives `unit`: 0.01 if hundredths are sent. */
  times?: number;
  /** Replaces the sender's name in key and label; empty if the thing's own key and label suffice. */
  as?: string;
  /** The label for people, if the name is no word. */
  label?: string;
  /** Set if true (or 1) means closed. */
  trueMeans?: "closed";
  /** Added after `times`: -273.15 if kelvins are sent. */
  plus?: number;
  /** A pattern for whole words that mean on, open, wet or detected; every other word means off. */
  on?: string;
};

/** A sender's conventions. */
export type Manner = {
  /** The scale of temperatures if the body doesn't say; absent for an unknown sender. */
  temperature?: string | undefined;
  /** The unit of pressures if nothing else gives one. */
  pressure?: string;
  /** Fields by the sender's names; null if no measurement. Names not listed are understood by themselves. */
  fields?: Readonly<Record<string, Field | null>>;
  /** True if only `fields` are read. */
  onlyFields?: boolean;
  /** True if only leaks are read besides `fields`. */
  onlyLeaks?: boolean;
  /**
   * True for the specification's shapes and for senders of readings alone. Each number is a sensor under its own name,
   * values are strict, and a temperature without a unit is °F until the device's setting says otherwise.
   */
  isExact?: boolean;
};

/** A known sender: how to recognize and read its bodies. */
export type Sender = {
  name: string;
  /** Every body of this sender has at least one of these members; other bodies aren't checked. */
  marks: readonly string[];
  /** True if everything left out measures nothing: codes, load, memory, chip temperatures. */
  isComplete?: boolean | undefined;
  /** The error for a body in which nothing is read. */
  silence?: string;
  /** True for a radio network: its signal alone isn't a heartbeat. */
  isNetwork?: boolean | undefined;
  /** Recognizes a body by its shape; a list by its first object. */
  isIts: (body: JsonObject, isList: boolean) => boolean;
  /** Returns the things in a body, perhaps none; called for each object of a list. */
  parts: (body: JsonObject) => Part[];
};

/** A thing of a body (a tag, a room, a module) with its values. */
export type Part = {
  /** The prefix of its sensors' keys; empty if the body is about one thing. */
  key: string;
  /** The label for people; empty if the body gives no name. */
  label: string;
  members: JsonObject;
  manner: Manner;
  /** True for a part of the sending device: its battery isn't the device's. */
  isPart?: boolean;
  /** True if the body holds too many things and must be refused. */
  isTooMuch?: boolean;
  /** True for a single reading, with the part's key and label. */
  isWhole?: boolean;
  /** True for a measurement of a series; those in the future are forecasts. */
  isOfSeries?: boolean;
  /** When the thing measured it, in epoch milliseconds; absent or NaN for the receive time. */
  moment?: number | undefined;
  /** Units beside the values, by value name; the nearest table first. */
  units?: readonly JsonObject[];
};
