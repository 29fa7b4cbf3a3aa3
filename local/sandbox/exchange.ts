import type { IncomingHttpHeaders } from "node:http";

/** What a stand-in is asked, and what it answers, apart from the wire. */
export type SandboxRequest = { method: string; url: URL; headers: IncomingHttpHeaders; text: string };
export type SandboxAnswer = { status: number; body?: unknown; headers?: Record<string, string> };

/** Waits where a fault slows the request down; a request in between is in flight. */
export type Pause = () => Promise<void>;

export type StandIn = {
  /** The beginning of its paths, or what they look like. */
  paths: readonly (string | RegExp)[];
  answer(request: SandboxRequest, pause: Pause): Promise<SandboxAnswer>;
  /** The answers that a fault of this name gives in place of the usual one. */
  faults: Readonly<Record<string, () => SandboxAnswer>>;
  /** Whether a fault of this kind can happen to this request. */
  suffers(request: SandboxRequest, kind: string): boolean;
};

export type JsonObject = { [field: string]: unknown };

/** Undefined for anything but one JSON object. */
export function parseObject(text: string): JsonObject | undefined {
  try {
    const parsed: unknown = JSON.parse(text);
    return isObject(parsed) ? parsed : undefined;
  } catch {
    // The caller answers in its provider's words.
    return undefined;
  }
}

export const isObject = (value: unknown): value is JsonObject =>
  typeof value === "object" && value !== null && !Array.isArray(value);

export const textOf = (value: unknown): string | null =>
  typeof value === "string" && value !== "" ? value : null;
