import { blebox } from "../blebox.ts";
import { fibaro, ioBroker, sensorThings } from "../described-value.ts";
import { aranet, dsmrReader, emporia, fronius, myStrom } from "../energy.ts";

/** Controllers and devices of a house that say what their one value is. */
export const HOMES = [blebox, fibaro, ioBroker, sensorThings, fronius, dsmrReader, myStrom, emporia, aranet];
