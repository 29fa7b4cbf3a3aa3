import type { FeedFailure } from "../../../schema/vocabulary.ts";
import { OutOfTime } from "./time-left.ts";

const CAUSES_MAX = 8;

/** Reads OpenSSL's and Node's codes; Workers have none and say it in words. */
const TLS_CODE =
  /^(ERR_TLS|ERR_SSL|CERT_|CRL_|DEPTH_ZERO|SELF_SIGNED|UNABLE_TO_(GET|VERIFY|DECRYPT)|HOSTNAME_MISMATCH|EPROTO)/;
const TLS_WORDS = /\b(TLS|SSL|certificate)\b/i;
const TIMEOUT_CODE = /^(ETIMEDOUT|UND_ERR_\w*TIMEOUT)$/;
/** What was to be decompressed is not what it says. */
const ZLIB_CODE = /^(Z_|ERR__ERROR_FORMAT|ERR_.*BROTLI)/;

/** What a thrown error means for a feed; its own text goes nowhere. */
export function failureOfError(thrown: unknown): FeedFailure {
  if (thrown instanceof OutOfTime) return "timeout";
  const errors = causesOf(thrown);
  const codes = errors.flatMap((error) =>
    "code" in error && typeof error.code === "string" ? [error.code] : [],
  );
  if (codes.some((code) => TIMEOUT_CODE.test(code))) return "timeout";
  if (codes.some((code) => ZLIB_CODE.test(code))) return "not_json";
  const isTls =
    codes.some((code) => TLS_CODE.test(code)) || errors.some(({ message }) => TLS_WORDS.test(message));
  return isTls ? "tls" : "unreachable";
}

function causesOf(thrown: unknown): Error[] {
  const errors: Error[] = [];
  for (let error = thrown; error instanceof Error && errors.length < CAUSES_MAX; error = error.cause)
    errors.push(error);
  return errors;
}
