import type { Channel } from "../../schema/vocabulary.ts";
import { readTextWish, type TextAnswer, textAnswer } from "../channels/sms/inbound.ts";
import { HOUR_MS } from "../kernel/time.ts";
import {
  findNotifiedAlert,
  findNumberLanguage,
  reviveNumber,
  stopNumber,
} from "../messages/numbers.queries.ts";
import { type AcknowledgePorts, takeAlerts } from "./answer.actions.ts";
import { ALERT_LIMITS } from "./limits.ts";

/** A text to our number. `optOut`: Twilio has understood it as STOP, START or HELP, and answered it itself. */
type IncomingText = { from: string; body: string; optOut: string | null };

const TEXT_CHANNEL: Channel = "sms";

/**
 * Does what a text asks for; answers what its sender is told, null for nothing. Nobody's number is told nothing: each
 * answer costs, and says that there is somebody here.
 */
export async function answerText(
  ports: AcknowledgePorts,
  { from, body, optOut }: IncomingText,
): Promise<string | null> {
  const { db, clock } = ports;
  const wish = readTextWish(optOut ?? body);
  const language = await findNumberLanguage(db, from);
  if (language === null) return null;
  switch (wish) {
    case "stop":
      await stopNumber(db, { channel: TEXT_CHANNEL, address: from, at: clock() });
      return null;
    case "start":
      await reviveNumber(db, { channel: TEXT_CHANNEL, address: from });
      return null;
    case "help":
    case "other":
      return optOut === null ? textAnswer({ kind: wish }, language) : null;
    case "take":
      return textAnswer(await take(ports, from), language);
    default:
      return wish satisfies never;
  }
}

async function take(ports: AcknowledgePorts, from: string): Promise<TextAnswer> {
  const since = new Date(ports.clock().getTime() - ALERT_LIMITS.textReplyHours * HOUR_MS);
  const notified = await findNotifiedAlert(ports.db, from, since);
  if (notified === null) return { kind: "nothing" };
  const taken = await takeAlerts(ports, { ...notified, alerts: [notified.alert] }, null, "text");
  if (taken.ok) return { kind: "taken", title: notified.alert.title };
  return { kind: taken.problem.name === "role_forbids" ? "forbidden" : "nothing" };
}
