import { messageOf } from "./text.ts";

/**
 * What a failed call means for the statement it carried:
 * `not_executed` it never ran · `unknown` it may have run · `rolled_back` it ran and was undone ·
 * `refused` the statement itself is at fault, and would be again.
 */
type FailureClass = "not_executed" | "unknown" | "rolled_back" | "refused";

const NOT_EXECUTED_CODES = new Set(["57P03", "53300", "08001", "08004", "ECONNREFUSED", "ENOTFOUND"]);
const UNKNOWN_CODES = new Set(["57P01", "57P02", "08003", "08006", "08007", "40003", "ECONNRESET", "57014"]);
const ROLLED_BACK_CODES = new Set(["40001", "40P01", "55P03"]);

/** Neon's proxy answers these without having reached the database; they carry no code, only a text. */
const NOT_EXECUTED_TEXT =
  /HTTP status (?:429|503)|Control plane request failed|Couldn't connect to compute node|Connection refused|ECONNREFUSED/i;

/** A failed database call as one error: its class, and a message without statement or parameters. */
export class StoreError extends Error {
  override name = "StoreError" as const;
  readonly failure: FailureClass;
  readonly code: string | undefined;
  /** For how long the caller has waited, all attempts together. */
  waitedMs = 0;

  constructor(failure: FailureClass, code: string | undefined, message: string) {
    super(message);
    this.failure = failure;
    this.code = code;
  }
}

export function toStoreError(thrown: unknown): StoreError {
  const chain = causes(thrown);
  const code = chain.map(codeOf).find((found) => found !== undefined);
  const innermost = chain.at(-1);
  const message = messageOf(innermost);
  return new StoreError(classify(code, chain), code, message);
}

function classify(code: string | undefined, chain: unknown[]): FailureClass {
  if (code !== undefined) {
    if (NOT_EXECUTED_CODES.has(code)) return "not_executed";
    if (UNKNOWN_CODES.has(code)) return "unknown";
    if (ROLLED_BACK_CODES.has(code)) return "rolled_back";
    if (/^[0-9A-Z]{5}$/.test(code)) return "refused";
  }
  const isRefused = chain.some((error) => error instanceof Error && NOT_EXECUTED_TEXT.test(error.message));
  return isRefused ? "not_executed" : "unknown";
}

const CAUSES_MAX = 8;

/** The error and everything it was caused by, outermost first. */
function causes(thrown: unknown): unknown[] {
  const chain: unknown[] = [];
  let error = thrown;
  while (error !== undefined && error !== null && chain.length < CAUSES_MAX) {
    chain.push(error);
    if (typeof error !== "object") break;
    error =
      "sourceError" in error && error.sourceError ? error.sourceError : "cause" in error ? error.cause : null;
  }
  return chain;
}

function codeOf(error: unknown): string | undefined {
  if (typeof error !== "object" || error === null || !("code" in error)) return undefined;
  return typeof error.code === "string" && error.code !== "" ? error.code : undefined;
}
