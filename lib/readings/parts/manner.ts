import type { SensorKind } from "../../../schema/vocabulary.ts";
import type { JsonObject } from "../json.ts";

/** What a sender means by one of its names, where that differs from what the name says by itself. */
export type Field = {
  kind: SensorKind;
  /** What its numbers are in, once multiplied; absent for the kind's own unit or the sender's scale. */
  unit?: string | null;
  /** What a number is multiplied by to be in `unit`: 0.01 where hundredths are sent. */
  times?: number;
  /** The key and label in the place of the sender's name; empty where the thing's own say it all. */
  as?: string;
  /** What people call it, where the name is no word. */
  label?: string;
  /** Set where true (or 1) means closed. */
  trueMeans?: "closed";
  /** What is added to its numbers then: -273.15 where kelvins are sent. */
  plus?: number;
  /** The words of this field that mean on, open, wet or detected, as a pattern of the whole; every other word means off. */
  on?: string;
};

/** How a sender writes. */
export type Manner = {
  /** The scale of its temperatures where the body does not say; absent where the sender isn't known. */
  temperature?: string | undefined;
  /** What its pressures are in where nothing else says. */
  pressure?: string;
  /** By the sender's own names; null for what is no measurement. What isn't listed is understood by its name. */
  fields?: Readonly<Record<string, Field | null>>;
  /** True where `fields` has everything that is to be read. */
  onlyFields?: boolean;
  /** True where of all else but `fields` only leaks are read. */
  onlyLeaks?: boolean;
  /**
   * True for the specification's shapes and for senders of readings alone: each number is a sensor, under its own name;
   * values are strict, and a temperature without a unit is in °F until the device's setting says otherwise.
   */
  isExact?: boolean;
};

/** A way of writing that gives its sender away, with that sender's names and units. */
export type Sender = {
  name: string;
  /** Members of which every body of this sender has at least one: only then is the sender asked. */
  marks: readonly string[];
  /** True where all that it leaves out measures nothing: codes, load, memory, the heat of chips. */
  isComplete?: boolean | undefined;
  /** What a body of which nothing is read is told. */
  silence?: string;
  /** True for a radio network, whose signal alone is no news. */
  isNetwork?: boolean | undefined;
  /** Decides by the shape alone, of a list by its first object. */
  isIts: (body: JsonObject, isList: boolean) => boolean;
  /** The things of the body, perhaps none; of a list the things of each object. */
  parts: (body: JsonObject) => Part[];
};

/** One thing of a body (a tag, a room, a module) and what it says. */
export type Part = {
  /** What the keys of its sensors begin with; empty where the body is about one thing. */
  key: string;
  /** What people call it; empty where the body gives no name. */
  label: string;
  members: JsonObject;
  manner: Manner;
  /** True for what is only a part of the thing that sends: its battery is not the sender's. */
  isPart?: boolean;
  /** True where the body holds more things than are read of one: it is refused. */
  isTooMuch?: boolean;
  /** True for one reading, whose key and label are the part's. */
  isWhole?: boolean;
  /** True for one of several measurements of a thing: what is to come after them is a forecast. */
  isOfSeries?: boolean;
  /** When it was measured by its own clock, in epoch milliseconds; absent or NaN for the time of its receipt. */
  moment?: number | undefined;
  /** Units that the body gives beside the values, by the name of the value; the nearest first. */
  units?: readonly JsonObject[];
};
