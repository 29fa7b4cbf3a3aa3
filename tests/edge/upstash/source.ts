import { createHash } from "node:crypto";
import type { Redis } from "ioredis";
import RedisMock from "ioredis-mock";

const SCRIPTS_MAX = 1_000;
const NO_SCRIPT = "NOSCRIPT No matching script. Please use EVAL.";

/** Strings come as Buffers: Upstash answers in base64 of the bytes. */
export type RedisReply = Buffer | string | number | null | RedisReply[];

/** One command in, one reply out; a refusal of Redis is thrown. */
export interface RedisSource {
  call(command: string[]): Promise<RedisReply>;
  /** MULTI … EXEC: the replies, refusals among them, or a throw when nothing was executed. */
  transaction(commands: string[][]): Promise<(RedisReply | Error)[]>;
  stop(): Promise<void>;
}

export function serverRedis(redis: Redis): RedisSource {
  return {
    call: async ([name = "", ...args]) => asReply(await redis.callBuffer(name, args)),
    transaction: async (commands) => {
      const multi = redis.multi();
      for (const [name = "", ...args] of commands) multi.callBuffer(name, args);
      const replies = (await multi.exec()) ?? [];
      return replies.map(([error, reply]) => error ?? asReply(reply));
    },
    stop: async () => redis.disconnect(),
  };
}

/**
 * ioredis-mock has a method a command and no transactions of foreign commands: it is in one thread anyway.
 */
export function memoryRedis(): RedisSource {
  const redis = new RedisMock();
  const call = async ([name = "", ...args]: string[]): Promise<RedisReply> => {
    const lower = name.toLowerCase();
    const method: unknown = Reflect.get(redis, `${lower}Buffer`) ?? Reflect.get(redis, lower);
    if (typeof method !== "function") throw new Error(`ERR unknown command '${name}'`);
    return asReply(await Reflect.apply(method, redis, args));
  };
  const transaction = (commands: string[][]) =>
    Promise.all(commands.map((command) => call(command).catch((error: Error) => error)));
  return { call, transaction, stop: async () => redis.disconnect() };
}

function asReply(value: unknown): RedisReply {
  if (value === undefined || value === null) return null;
  if (typeof value === "number" || typeof value === "string" || Buffer.isBuffer(value)) return value;
  if (typeof value === "boolean") return value ? 1 : null;
  if (Array.isArray(value)) return value.map(asReply);
  // ioredis makes an object of HGETALL's pairs; on the wire they are a list.
  if (typeof value === "object") return Object.entries(value).flat().map(asReply);
  return String(value);
}

/**
 * Upstash's clients begin their Lua with `#!lua flags=allow-key-locking`, which a plain Redis refuses, and
 * know the script by the hash of that text. So the hash they use is remembered with the text Redis takes.
 */
export class RedisScripts {
  readonly #source: RedisSource;
  readonly #plainByHash = new Map<string, string>();

  constructor(source: RedisSource) {
    this.#source = source;
  }

  async call(command: string[]): Promise<RedisReply> {
    return this.#source.call(this.translate(command));
  }

  /** The command in words that a plain Redis understands; throws NOSCRIPT as Redis does. */
  translate(command: string[]): string[] {
    const [name = "", first = "", ...rest] = command;
    switch (name.toUpperCase()) {
      case "EVAL":
      case "EVAL_RO":
        return [name, this.#remember(first), ...rest];
      case "EVALSHA":
      case "EVALSHA_RO":
        return [name.toUpperCase().replace("SHA", ""), this.#known(first), ...rest];
      case "SCRIPT":
        return this.#translateScript(first, rest);
      default:
        return command;
    }
  }

  #translateScript(verb: string, rest: string[]): string[] {
    const [script = ""] = rest;
    if (verb.toUpperCase() === "LOAD") {
      this.#remember(script);
      // The answer must be the hash of the text the client knows.
      return ["ECHO", sha1(script)];
    }
    if (verb.toUpperCase() === "FLUSH") this.#plainByHash.clear();
    return ["SCRIPT", verb, ...rest];
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
