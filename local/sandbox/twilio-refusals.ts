import type { SandboxAnswer, StandIn } from "./exchange.ts";

const SENTENCES: Record<number, [status: number, message: string]> = {
  20003: [401, "Authenticate"],
  20004: [405, "Method not allowed"],
  20404: [404, "The requested resource was not found"],
  20429: [429, "Too Many Requests"],
  20500: [500, "An internal server error has occurred"],
  20503: [503, "Service unavailable"],
  13227: [400, "Geo Permission configuration is not permitting call"],
  21205: [400, "Invalid Twiml"],
  21215: [400, "Account not authorized to call phone number"],
  21217: [400, "Phone number does not appear to be valid"],
  21211: [400, "Invalid 'To' Phone Number"],
  21212: [400, "Invalid From Number (caller ID)"],
  21602: [400, "Message body is required."],
  21603: [400, "A 'From' phone number is required."],
  21604: [400, "A 'To' phone number is required."],
  21610: [400, "Attempt to send to unsubscribed recipient"],
  21612: [400, "Message cannot be sent with the current combination of 'To' and/or 'From' parameters"],
  21614: [400, "'To' number is not a valid mobile number"],
  21617: [400, "The concatenated message body exceeds the 1600 character limit"],
  30003: [400, "Unreachable destination handset"],
  30007: [400, "Message filtered"],
  30034: [400, "Message from an Unregistered Number"],
};
const ACCOUNT_FAULTS = { "401": 20003, "429": 20429, "500": 20500, "503": 20503 };
/** What Twilio says of one message, and never of a list. */
const MESSAGE_FAULTS = [13227, 21211, 21215, 21217, 21610, 21612, 21614, 30003, 30007, 30034];

/** Twilio's form of an error. */
export const refusal = (code: number): SandboxAnswer => {
  const [status, message] = SENTENCES[code] ?? [500, "An internal server error has occurred"];
  return { status, body: { code, message, more_info: `https://www.twilio.com/docs/errors/${code}`, status } };
};

/** What `POST /faults` can make it say. */
export const TWILIO_FAULTS: StandIn["faults"] = Object.fromEntries([
  ...Object.entries(ACCOUNT_FAULTS).map(([kind, code]) => [kind, () => refusal(code)]),
  ...MESSAGE_FAULTS.map((code) => [String(code), () => refusal(code)]),
]);
