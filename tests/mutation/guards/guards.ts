import { DELIVERY_GUARDS } from "./delivery.ts";
import { RACE_GUARDS } from "./races.ts";
import { STORED_FUNCTION_GUARDS } from "./stored-functions.ts";

/** Lines that the promises stand on: each has a test that fails without it. */
export const GUARDS = [...DELIVERY_GUARDS, ...RACE_GUARDS, ...STORED_FUNCTION_GUARDS];
