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
  html?: string;
  headers?: unknown;
};

/** Keeps what a provider has accepted. */
export type Keep = (
  message: Omit<SandboxMessage, "at" | "subject" | "idempotency_key"> & Partial<SandboxMessage>,
) => void;

/** The requests to a provider and its answers, apart from the wire. */
export type SandboxRequest = { method: string; url: URL; headers: IncomingHttpHeaders; text: string };
export type SandboxAnswer = { status: number; body?: unknown; headers?: Record<string, string> };

/** A provider, tried without it: takes what the real one documents to take, and refuses what our code has to tell apart. */
export type Provider = {
  path: RegExp;
  /** The requests that a fault can happen to. */
  suffers: (request: SandboxRequest, kind: string) => boolean;
  /** What it says in place of its usual answer, by the fault's name. */
  faults: Readonly<Record<string, SandboxAnswer>>;
  /** `pause` waits where a fault slows the request down. */
  answer: (request: SandboxRequest, pause: () => Promise<void>) => SandboxAnswer | Promise<SandboxAnswer>;
};

export type JsonObject = { [field: string]: unknown };

export const isObject = (value: unknown): value is JsonObject =>
  typeof value === "object" && value !== null && !Array.isArray(value);

/** Empty for anything but one JSON object. */
export function objectOf(text: string): JsonObject {
  try {
    const parsed: unknown = JSON.parse(text);
    return isObject(parsed) ? parsed : {};
  } catch {
    // The provider answers in its own words that something is missing.
    return {};
  }
}

export const textOf = (value: unknown): string | null =>
  typeof value === "string" && value !== "" ? value : null;
