import { judgeColdStorage } from "./kinds/cold-storage.ts";
import { judgeFreeze } from "./kinds/freeze.ts";
import { judgeHumidity } from "./kinds/humidity.ts";
import { judgeLeak } from "./kinds/leak.ts";
import { judgeRule } from "./kinds/rule.ts";

/** The rules about one sensor's reading. They stand apart since the function that takes posts needs no others. */
export const SENSOR_RULES = {
  freeze: judgeFreeze,
  humidity: judgeHumidity,
  leak: judgeLeak,
  cold_storage: judgeColdStorage,
  rule: judgeRule,
};
