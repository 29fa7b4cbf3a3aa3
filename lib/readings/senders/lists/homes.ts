import { blebox } from "../blebox.ts";
import { fibaro, ioBroker } from "../described-value.ts";

/** Controllers and devices of a house that say what their one value is. */
export const HOMES = [blebox, fibaro, ioBroker];
