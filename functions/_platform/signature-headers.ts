import type { SignatureHeaders } from "../../lib/kernel/ports.ts";
import { SIGNATURE_HEADERS } from "../../lib/sharing/inbound/signature.ts";
import type { Reads } from "./variables.ts";

const [CURRENT = ""] = SIGNATURE_HEADERS.signature;

/** INBOUND_LEGACY_SIGNATURE_HEADERS lists the headers that are read besides today's, in place of the usual ones. */
export function signatureHeaders({
  INBOUND_LEGACY_SIGNATURE_HEADERS: given,
}: Partial<Reads<"INBOUND_LEGACY_SIGNATURE_HEADERS">>): SignatureHeaders {
  if (given === undefined) return SIGNATURE_HEADERS;
  const legacy = given.filter((name) => name.toLowerCase() !== CURRENT.toLowerCase());
  return { ...SIGNATURE_HEADERS, signature: [CURRENT, ...legacy] };
}
