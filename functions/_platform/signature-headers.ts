import { SIGNATURE_HEADERS, type SignatureHeaders } from "../../lib/sharing/inbound/signature.ts";
import { type Environment, listed, optional } from "./environment.ts";

const [CURRENT = ""] = SIGNATURE_HEADERS.signature;
const HEADER_NAME = /^[A-Za-z0-9-]{1,64}$/;

/**
 * INBOUND_LEGACY_SIGNATURE_HEADERS lists the headers that are read besides today's, in place of the usual
 * ones.
 * @throws Error naming what can be no header, so that a slip is found at the start
 */
export function signatureHeaders(environment: Environment): SignatureHeaders {
  if (optional(environment, "INBOUND_LEGACY_SIGNATURE_HEADERS") === undefined) return SIGNATURE_HEADERS;
  const legacy = listed(environment, "INBOUND_LEGACY_SIGNATURE_HEADERS").filter(
    (name) => name.toLowerCase() !== CURRENT.toLowerCase(),
  );
  const wrong = legacy.find((name) => !HEADER_NAME.test(name));
  if (wrong !== undefined)
    throw new Error(`INBOUND_LEGACY_SIGNATURE_HEADERS: "${wrong}" is no header's name`);
  return { ...SIGNATURE_HEADERS, signature: [CURRENT, ...legacy] };
}
