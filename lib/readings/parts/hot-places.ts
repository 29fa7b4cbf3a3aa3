import { remembered } from "../../kernel/remembered.ts";

/** Where it may be hotter than in any room, so that a high number says nothing of its scale. */
const HOT =
  /boiler|water|hot|flow|supply|return|buffer|cylinder|tank|dhw|heat|stove|oven|sauna|grill|smoker|meat|food|cook|kiln|flue|exhaust|chimney|collector|solar|panel|engine|fridge_?comp|compressor|inverter|vorlauf|ruecklauf|kessel|speicher|ofen|eau|agua|acqua|probe|core/;

/** Whether a name (in snake case) is that of a boiler, a flue or the like. */
export const isHotPlace = remembered((name: string): boolean => HOT.test(name));
