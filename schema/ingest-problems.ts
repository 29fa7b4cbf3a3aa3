/** What an answer that refuses says: its status and its sentence. */
export type ProblemWords = {
  status: 400 | 401 | 403 | 404 | 405 | 409 | 410 | 413 | 429 | 500;
  error: string;
};

/** The refusals of a post, and those that the code of every group names: the ingest function has these words and no others. */
export const INGEST_PROBLEMS = {
  missing_device_key: { status: 400, error: "Missing device key: post to /api/ingest/{deviceKey}" },
  missing_ingest_key_header: { status: 400, error: "Missing device key: send it in the X-Ingest-Key header" },
  bad_device_key: { status: 401, error: "Invalid device key" },
  body_too_large: { status: 413, error: "Payload too large: 64 KB at most" },
  rate_limited: { status: 429, error: "Rate limit exceeded: try again later" },
  body_broken_off: { status: 400, error: "The body is incomplete or framed wrongly: send it again" },
  encoded_body: {
    status: 400,
    error: "Send the body uncompressed, or with Content-Encoding gzip or deflate",
  },
  not_utf8: { status: 400, error: "Invalid JSON: the body is not UTF-8 text" },
  empty_body: { status: 400, error: "Empty body: send a JSON object with at least one reading" },
  nested_too_deep: { status: 400, error: "Invalid JSON: nested deeper than 64 levels" },
  invalid_json: { status: 400, error: "Invalid JSON" },
  unusable_payload: { status: 400, error: "No usable reading in the payload" },
  too_many_readings: { status: 400, error: "Too many readings: 256 at most in one body" },
  too_many_sensors: { status: 400, error: "Too many sensors: 256 at most on one device" },
  unsupported_senml: { status: 400, error: "Unsupported SenML" },
  invalid_request: { status: 400, error: "Invalid request" },
  bad_sign_in: {
    status: 401,
    error: "This link or code is wrong, used, expired or from another browser: request a new one",
  },
  not_found: { status: 404, error: "Not found" },
  bad_signature: { status: 401, error: "Invalid signature" },
  wrong_method: { status: 405, error: "Method not allowed" },
  store_failed: { status: 500, error: "We can't read or store data right now: try again in a few seconds" },
  internal: { status: 500, error: "Something went wrong on our side: try again later" },
} as const satisfies Record<string, ProblemWords>;
