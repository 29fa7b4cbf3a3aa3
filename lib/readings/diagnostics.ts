import { remembered } from "../kernel/remembered.ts";
import { snake } from "./parts/snake.ts";

/** Ids, codes, flags, moments, places, settings and the supply of the sender itself, by the end of a name. */
const DIAGNOSTIC =
  /(?:^|_)(?:id|ids|uid|ident|identifier|flags?|codes?|period|type|mode|instance|alive|critical|sequence_number|(?:lock|door_?sensor)_state|valid|err|ack|enabled|visible|reachable|payload|vdd|vcc|bat|batt|battery_voltage|lat|latitude|lon|lng|longitude|altitude|satellites|cid|imei|timestamp|changed|(?:changed|updated|detected|seen|created|triggered)_at|serial_no|(?:ap|wifi)_?rssi|packets?|packet_loss|loss_rate|uuid)$|^(?:q|lc|unit|units|dead|online|trend)$/;

const namesDiagnostic = remembered((name) => DIAGNOSTIC.test(snake(name)));

/** From 2014 to 2040, in seconds and in milliseconds. */
const EPOCH_SECONDS = [1_400_000_000, 2_200_000_000] as const;

const isMoment = (value: number): boolean => {
  const [from, to] = EPOCH_SECONDS;
  return (value >= from && value <= to) || (value >= from * 1_000 && value <= to * 1_000);
};

/** Whether a number that no kind explains says something of its sender, and measures nothing of a home. */
export const isDiagnostic = (name: string, value: number): boolean =>
  isMoment(value) || namesDiagnostic(name);
