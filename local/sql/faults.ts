/** What a test can make the next call do. Named after what the caller of Neon would see. */
export type SqlFault =
  /** Neon's proxy answers, the database behind it does not: nothing was executed. */
  | { kind: "refuse" }
  /** The connection breaks before anything was executed. */
  | { kind: "reset_before" }
  /** Everything was committed, and the connection breaks before the answer: the outcome is unknown. */
  | { kind: "reset_after" }
  | { kind: "delay"; ms: number }
  | { kind: "too_many_requests" }
  | { kind: "control_plane_failure" }
  | { kind: "bad_gateway_html" }
  | { kind: "ok_html" }
  | { kind: "pg_error"; code: string; message?: string };

export interface SqlAnswer {
  status: number;
  contentType: string;
  body: string;
}

const HTML = "<!doctype html><title>Error</title><h1>Error</h1>";

export const COMPUTE_UNREACHABLE: SqlAnswer = jsonAnswer(500, {
  message: "Couldn't connect to compute node",
  code: null,
});

export function jsonAnswer(status: number, body: unknown): SqlAnswer {
  return { status, contentType: "application/json", body: JSON.stringify(body) };
}

/** The answer given instead of executing, where the fault is one. */
export function answerOfFault(fault: SqlFault): SqlAnswer | undefined {
  switch (fault.kind) {
    case "refuse":
      return COMPUTE_UNREACHABLE;
    case "too_many_requests":
      return jsonAnswer(429, { message: "Too many requests", code: null });
    case "control_plane_failure":
      return jsonAnswer(500, { message: "Control plane request failed", code: null });
    case "bad_gateway_html":
      return { status: 502, contentType: "text/html", body: HTML };
    case "ok_html":
      return { status: 200, contentType: "text/html", body: HTML };
    case "pg_error":
      return jsonAnswer(400, {
        message: fault.message ?? `Injected error ${fault.code}`,
        code: fault.code,
        severity: "ERROR",
      });
    case "reset_before":
    case "reset_after":
    case "delay":
      return undefined;
  }
}
