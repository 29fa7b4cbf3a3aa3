import type { ReadBalance } from "../../kernel/ports.ts";
import type { TwilioOptions } from "./twilio.vendor.ts";

const TWILIO = "https://api.twilio.com";

/** Reads what is left in a Twilio account (twilio.com/docs/usage/api/balance). */
export function twilioBalance({
  accountSid,
  authToken,
  baseUrl = TWILIO,
  timeoutMs,
}: BalanceOptions): ReadBalance {
  const url = `${baseUrl}/2010-04-01/Accounts/${accountSid}/Balance.json`;
  const headers = { Authorization: `Basic ${btoa(`${accountSid}:${authToken}`)}` };
  return async () => {
    const answer = await fetch(url, { headers, signal: AbortSignal.timeout(timeoutMs) });
    if (!answer.ok) {
      await answer.body?.cancel();
      throw new Error(`Twilio: HTTP ${answer.status}`);
    }
    const { balance, currency } = (await answer.json()) as { balance?: unknown; currency?: unknown };
    const amount = typeof balance === "string" && balance !== "" ? Number(balance) : Number.NaN;
    if (!Number.isFinite(amount) || typeof currency !== "string")
      throw new Error("Twilio: a balance that is no number");
    return { amount, currency };
  };
}

type BalanceOptions = Pick<TwilioOptions, "accountSid" | "authToken" | "baseUrl"> & { timeoutMs: number };
