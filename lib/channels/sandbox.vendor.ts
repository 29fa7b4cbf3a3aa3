import type { IncomingHttpHeaders } from "node:http";
import type { Channel } from "../../schema/vocabulary.ts";

/** What a provider would have delivered, in the words of `GET /messages`. */
export type SandboxMessage = {
  channel: Channel;
  to: string;
  subject: string | null;
  body: string;
  idempotency_key: string | null;
  at: string;
  /** Email only. */
  html?: string;
  headers?: unknown;
};

/** Where a stand-in puts what it has accepted. */
export type SandboxMailbox = {
  add(message: SandboxMessage): void;
  /** As a telephone shows it: a push takes the place of an earlier one with its collapse key. */
  collapse(message: SandboxMessage): void;
};

/** The requests to a stand-in and its answers, apart from the wire. */
export type SandboxRequest = { method: string; url: URL; headers: IncomingHttpHeaders; text: string };
export type SandboxAnswer = { status: number; body?: unknown; headers?: Record<string, string> };

/** Waits where a fault slows the request down; a request in between is in flight. */
export type Pause = () => Promise<void>;

/** A provider, tried without it. No function carries one: only the sandbox and tests take from these files. */
export type StandIn = {
  /** Whose faults happen to it; two channels may share one. */
  provider: string;
  /** The beginning of its paths, or what they look like. */
  paths: readonly (string | RegExp)[];
  answer(request: SandboxRequest, pause: Pause): Promise<SandboxAnswer>;
  /** The answers that a fault of this name gives in place of the usual one. */
  faults: Readonly<Record<string, () => SandboxAnswer>>;
  /** True if a fault of this kind can happen to this request. */
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
