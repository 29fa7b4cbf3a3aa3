import type { Redis } from "ioredis";
import RedisMock from "ioredis-mock";

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
