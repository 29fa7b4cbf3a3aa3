import type { Equivalent } from "./equivalent.ts";

const ALL_OR_NONE = "the type checker asks; a token has all of its parts or none, and then no MAC either";
const NO_DIGEST = "neither is the text of a MAC or an address";

const ACK = "lib/messages/links/tokens.ts";
const DECLINE = "lib/messages/links/tokens.ts";
const STATUS = "lib/messages/links/tokens.ts";
const UNSUBSCRIBE = "lib/messages/links/tokens.ts";

/** Of a chain of conditions each with less of them, as its parts are left out one by one. */
const lessOf = (file: string, parts: string[]): Equivalent[] =>
  parts.slice(1).flatMap((last, index) => {
    const before = parts.slice(0, index + 1).join(" || ");
    const was = `${before} || ${last}`;
    const isMac = last === "mac === null";
    return [
      { file, was, is: last, why: ALL_OR_NONE },
      ...(isMac ? [] : [{ file, was, is: before, why: ALL_OR_NONE }]),
    ];
  });

export const LINKS: Equivalent[] = [
  ...lessOf(ACK, ["text === undefined", "alertId === undefined", "userId === undefined", "mac === null"]),
  ...lessOf(DECLINE, ["text === undefined", "householdId === undefined", "mac === null"]),
  ...lessOf(STATUS, ["text === undefined", "mac === null"]),
  ...lessOf(UNSUBSCRIBE, [
    "text === undefined",
    "householdId === undefined",
    "userId === undefined",
    "mac === null",
  ]),
  ...[ACK, DECLINE, STATUS, UNSUBSCRIBE].map((file) => ({ file, was: '""', is: '"x"', why: NO_DIGEST })),
  { file: ACK, was: 'expiry ?? ""', is: "expiry", why: ALL_OR_NONE },
];
