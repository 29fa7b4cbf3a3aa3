import { LIMITS } from "../../schema/limits.ts";
import type { FeedFailure } from "../../schema/vocabulary.ts";
import { done, type Outcome, refuseField } from "../kernel/outcome.ts";
import type { FeedRequest, RequestWish } from "../kernel/ports.ts";
import { MINUTE_MS } from "../kernel/time.ts";
import { decodeSent } from "../readings/decode-body.ts";
import { isJsonObject, memberOf } from "../readings/json.ts";
import { readPayload } from "../readings/read-payload.ts";
import type { ParsedPayload } from "../readings/reading.ts";

/** An array index of RFC 6901: no sign and no leading zero. Excludes `-`, the element after the last. */
const ARRAY_INDEX = /^(?:0|[1-9]\d*)$/;
const LONE_TILDE = /~(?![01])/;

/** The backoff after the first, second, third and every further failure in a row. Multiples of a tick. */
const BACK_OFF_MINUTES = [15, 30, 60, 240] as const;

const NAME = /^[a-z\d-]{1,64}$/i;
const VALUE = /^[\x21-\x7e]([\x20-\x7e]{0,1022}[\x21-\x7e])?$/;

/** Headers that the HTTP client sets itself, or that change how proxies and servers read the message. */
const RESERVED =
  /^(accept(-.*)?|connection|content-.*|cookie|date|expect|host|if-.*|keep-alive|origin|range|referer|te|trailer|transfer-encoding|upgrade|user-agent|via|(cf|proxy|sec|x-forwarded)-.*)$/i;

/**
 * Tells if a text is a valid `jsonRoot`: a dotted path (`data.sensors.0`) or, if it begins with a slash, a JSON Pointer
 * (`/data/sensors/0`, RFC 6901). Only a pointer can name a key that contains a dot.
 */
export const isJsonRoot = (text: string): boolean =>
  text.length <= LIMITS.jsonRootCharactersMax &&
  text.isWellFormed() &&
  !/\p{Cc}/u.test(text) &&
  stepsOf(text) !== null;

/** Returns the part of an answer at `root` (null for all of it). Undefined, which JSON can't contain, means missing. */
export const selectRoot = (body: unknown, root: string | null): unknown =>
  root === null ? body : stepsOf(root)?.reduce(stepInto, body);

/** Parses a `jsonRoot`; returns null if it is neither a dotted path nor a JSON Pointer. */
function stepsOf(root: string): string[] | null {
  if (root.startsWith("/")) return LONE_TILDE.test(root) ? null : root.slice(1).split("/").map(unescaped);
  const steps = root.split(".");
  return steps.includes("") ? null : steps;
}

/** Unescapes a pointer's step, in this order, so that `~01` becomes `~1` and not a slash. */
const unescaped = (step: string): string => step.replaceAll("~1", "/").replaceAll("~0", "~");

/** Returns a member of a value, never one of its prototype. */
function stepInto(value: unknown, step: string): unknown {
  if (Array.isArray(value)) return ARRAY_INDEX.test(step) ? value[Number(step)] : undefined;
  return isJsonObject(value) ? memberOf(value, step) : undefined;
}

type FeedRead = { ok: true; payload: ParsedPayload } | { ok: false; reason: FeedFailure };

type FeedContext = { jsonRoot: string | null; now: Date };

/**
 * Reads the readings of a feed's answer, in every format that ingest knows. Reports a fault only as a code, since a
 * sentence could reveal content of an address that only this service can reach.
 */
export function readFeed(bytes: Uint8Array, { jsonRoot, now }: FeedContext): FeedRead {
  const body = decodeSent(bytes, "other");
  if (!body.ok) return { ok: false, reason: "not_json" };
  const rooted = selectRoot(body.value, jsonRoot);
  if (rooted === undefined) return { ok: false, reason: "no_readings" };
  const payload = readPayload(rooted, { now });
  if (payload.ok) return { ok: true, payload: payload.value };
  return { ok: false, reason: payload.problem.name === "too_many_readings" ? "too_large" : "no_readings" };
}

/** Returns the minutes until a feed's next poll. Without a failure, that is one tick. */
export const backOffMinutes = (failuresInRow: number): number =>
  BACK_OFF_MINUTES[Math.min(Math.max(failuresInRow, 1), BACK_OFF_MINUTES.length) - 1] ?? 240;

/** Returns when a feed is due again. Counts from the tick, not from the answer, so that slow feeds skip no tick. */
export const nextPollMs = (tickMs: number, failuresInRow: number): number =>
  tickMs + backOffMinutes(failuresInRow) * MINUTE_MS;

/**
 * Applies a change to the stored request. A header and a body belong to the origin that they were entered for: for
 * another origin they must be entered again, so that no secret goes elsewhere. `at`: the field path's prefix in errors.
 */
export function requestOf(
  wish: RequestWish,
  stored: FeedRequest,
  { url, storedUrl, at }: { url: URL | null; storedUrl: string | null; at: string },
): Outcome<FeedRequest> {
  const isSameOrigin = storedUrl !== null && URL.parse(storedUrl)?.origin === url?.origin;
  const headerName = wish.headerName === undefined ? stored.headerName : wish.headerName || null;
  const postBody = wish.postBody === undefined ? stored.postBody : wish.postBody || null;
  if (postBody !== null && wish.postBody === undefined && !isSameOrigin)
    return refuseField(`${at}postBody`, "must be entered again for another address");
  if (postBody !== null && !isJson(postBody)) return refuseField(`${at}postBody`, "must be JSON");
  if (headerName === null) return done({ headerName, headerValue: null, postBody });
  if (!NAME.test(headerName) || RESERVED.test(headerName))
    return refuseField(`${at}headerName`, "must be a header of your own, such as X-API-Key or Authorization");
  const mayKeep = isSameOrigin && stored.headerName?.toLowerCase() === headerName.toLowerCase();
  const said = wish.headerValue || null;
  const headerValue = said?.trim() ?? (mayKeep ? stored.headerValue : null);
  if (headerValue === null)
    return refuseField(`${at}headerValue`, "must be entered for this header and address");
  if (!VALUE.test(headerValue))
    return refuseField(`${at}headerValue`, "must be 1 to 1,024 plain ASCII characters");
  return done({ headerName, headerValue, postBody });
}

const isJson = (text: string): boolean => {
  try {
    JSON.parse(text);
    return true;
  } catch {
    return false;
  }
};

export const isSameRequest = (one: FeedRequest, other: FeedRequest): boolean =>
  one.headerName === other.headerName &&
  one.headerValue === other.headerValue &&
  one.postBody === other.postBody;
