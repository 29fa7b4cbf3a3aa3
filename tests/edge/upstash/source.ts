import { createHash } from "node:crypto";
import type { Redis } from "ioredis";
import RedisMock from "ioredis-mock";

const SCRIPTS_MAX = 1_000;
const NO_SCRIPT = "NOSCRIPT No matching script. Please use EVAL.";

/** Strings are Buffers, because Upstash answers with their bytes in base64. */
export type RedisReply = Buffer | string | number | null | RedisReply[];

/** Runs one command and returns its reply. Throws Redis's errors. */
export interface RedisSource {
  call(command: string[]): Promise<RedisReply>;
  stop(): Promise<void>;
}

export function serverRedis(redis: Redis): RedisSource {
  return {
    call: async ([name = "", ...args]) => asReply(await redis.callBuffer(name, args)),
    stop: async () => redis.disconnect(),
  };
}

/** ioredis-mock has a method for each command. */
export function memoryRedis(): RedisSource {
  const redis = new RedisMock();
  const call = async ([name = "", ...args]: string[]): Promise<RedisReply> => {
    const lower = name.toLowerCase();
    const method: unknown = Reflect.get(redis, `${lower}Buffer`) ?? Reflect.get(redis, lower);
    if (typeof method !== "function") throw new Error(`ERR unknown command '${name}'`);
    return asReply(await Reflect.apply(method, redis, args));
  };
  return { call, stop: async () => redis.disconnect() };
}

function asReply(value: unknown): RedisReply {
  if (value === undefined || value === null) return null;
  if (typeof value === "number" || typeof value === "string" || Buffer.isBuffer(value)) return value;
  if (typeof value === "boolean") return value ? 1 : null;
  if (Array.isArray(value)) return value.map(asReply);
  return String(value);
}

/**
 * Upstash's clients begin their Lua with `#!lua flags=allow-key-locking`, which a plain Redis refuses, and know the
 * script by the hash of that text. So this class remembers the text for Redis under the clients' hash.
 */
export class RedisScripts {
  readonly #source: RedisSource;
  readonly #plainByHash = new Map<string, string>();

  constructor(source: RedisSource) {
    this.#source = source;
  }

  /** Translates a command for a plain Redis. Throws NOSCRIPT as Redis does. */
  async call(command: string[]): Promise<RedisReply> {
    const [name = "", first = "", ...rest] = command;
    const isByHash = name.toUpperCase() === "EVALSHA";
    if (!isByHash && name.toUpperCase() !== "EVAL") return this.#source.call(command);
    return this.#source.call(["EVAL", isByHash ? this.#known(first) : this.#remember(first), ...rest]);
  }

  #remember(script: string): string {
    const plain = script.startsWith("#!") ? script.replace(/^[^\n]*/, "") : script;
    if (this.#plainByHash.size >= SCRIPTS_MAX) this.#plainByHash.clear();
    this.#plainByHash.set(sha1(script), plain);
    return plain;
  }

  #known(hash: string): string {
    const plain = this.#plainByHash.get(hash.toLowerCase());
    if (plain === undefined) throw new Error(NO_SCRIPT);
    return plain;
  }
}

function sha1(text: string): string {
  return createHash("sha1").update(text).digest("hex");
}
