import type { SignatureHeaders } from "../../kernel/ports.ts";
import { digestBytes } from "../../kernel/text.ts";

const HEADER_CHARACTERS_MAX = 1_024;
const SIGNATURES_MAX = 5;
const SKEW_SECONDS_MAX = 300;
/** Allows one spelling per moment, since the text itself is part of the signed content. */
const UNIX_SECONDS = /^(0|[1-9]\d{0,11})$/;
const TIME_PART = /^t=(.*)$/;
const SCHEME = /^(sha256|v1)=/;

export const SIGNATURE_HEADERS: SignatureHeaders = {
  signature: ["X-Service-Signature", "X-SensorBay-Signature", "X-SB-Signature"],
  timestamp: "X-Service-Timestamp",
};

const [CURRENT = ""] = SIGNATURE_HEADERS.signature;

/** The headers with other legacy names than the default ones. The current name always stays. */
export const signatureHeaders = (
  legacy: readonly string[] = SIGNATURE_HEADERS.signature,
): SignatureHeaders => ({
  ...SIGNATURE_HEADERS,
  signature: [CURRENT, ...legacy.filter((name) => name.toLowerCase() !== CURRENT.toLowerCase())],
});

/** The reason for the log. Callers only get `Invalid signature`. */
export type SignatureRefusal =
  | "missing"
  | "ambiguous"
  | "too_long"
  | "malformed"
  | "bad_timestamp"
  | "expired";

/** `signatures`: 1 to 5, 32 bytes each; one must match. `timestamp`: Unix seconds; null if only the body is signed. */
type ReadSignature =
  | { ok: true; signatures: Uint8Array[]; timestamp: number | null }
  | { ok: false; reason: SignatureRefusal };

const refused = (reason: SignatureRefusal): ReadSignature => ({ ok: false, reason });

/** Parses the signature headers. Doesn't verify anything yet. */
export function readSignature(
  headers: { get(name: string): string | null },
  now: Date,
  names: SignatureHeaders = SIGNATURE_HEADERS,
): ReadSignature {
  const present = names.signature.map((name) => headers.get(name)).filter((value) => value !== null);
  const [value] = present;
  if (value === undefined) return refused("missing");
  if (present.length > 1) return refused("ambiguous");
  if (value.length > HEADER_CHARACTERS_MAX) return refused("too_long");
  const parts = value.split(/[\s,]+/).filter((part) => part !== "");
  const times = parts.flatMap((part) => TIME_PART.exec(part)?.[1] ?? []);
  const timestamp = agreedTimestamp([...times, ...oneOrNone(headers.get(names.timestamp))], now);
  if (typeof timestamp === "string") return refused(timestamp);
  const signatures = readSignatures(parts.filter((part) => !TIME_PART.test(part)));
  return signatures === null ? refused("malformed") : { ok: true, signatures, timestamp };
}

/** Returns the signed bytes: `<t>.<raw body>` if the caller sent a timestamp, else the raw body. */
export function signedContent(timestamp: number | null, body: Uint8Array): Uint8Array {
  if (timestamp === null) return body;
  const prefix = new TextEncoder().encode(`${timestamp}.`);
  const content = new Uint8Array(prefix.length + body.length);
  content.set(prefix);
  content.set(body, prefix.length);
  return content;
}

const oneOrNone = (value: string | null): string[] => (value === null ? [] : [value.trim()]);

/** Requires all timestamps to be equal, since only one of them can be the signed one. */
function agreedTimestamp(texts: string[], now: Date): number | null | "bad_timestamp" | "expired" {
  const [text] = texts;
  if (text === undefined) return null;
  if (!UNIX_SECONDS.test(text) || texts.some((other) => other !== text)) return "bad_timestamp";
  const skewSeconds = Math.floor(now.getTime() / 1_000) - Number(text);
  return Math.abs(skewSeconds) > SKEW_SECONDS_MAX ? "expired" : Number(text);
}

/** Ignores unknown parts, since a sender may add a newer scheme. Null for no signature or too many parts. */
function readSignatures(parts: string[]): Uint8Array[] | null {
  if (parts.length > SIGNATURES_MAX) return null;
  const signatures = parts
    .map((part) => digestBytes(part.replace(SCHEME, "")))
    .filter((bytes) => bytes !== null);
  return signatures.length === 0 ? null : signatures;
}
