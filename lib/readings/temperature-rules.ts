import { remembered } from "../kernel/remembered.ts";

/** A bare temperature above this is °F: no place in a home is as hot as 50 °C. */
export const BARE_CELSIUS_MAX = 50;

/** The keys of which the specification says that a bare number is °F, and those of the classic object's probes. */
const SPECIFIED_TEMPERATURE = /^temp(?:\d+|_avg)$/;

export const isSpecifiedTemperature = (key: string): boolean => SPECIFIED_TEMPERATURE.test(key);

/** Where it may be hotter than in any room, so that a high number says nothing of its scale. */
const HOT =
  /boiler|water|hot|flow|supply|return|buffer|cylinder|tank|dhw|heat|stove|oven|sauna|grill|smoker|meat|food|cook|kiln|flue|exhaust|chimney|collector|solar|panel|engine|fridge_?comp|compressor|inverter|vorlauf|ruecklauf|kessel|speicher|ofen|eau|agua|acqua|probe|core/;

/** Whether a name (in snake case) is that of a boiler, a flue or the like. */
export const isHotPlace = remembered((name: string): boolean => HOT.test(name));
