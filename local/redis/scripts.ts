import { createHash } from "node:crypto";
import type { RedisReply, RedisSource } from "./source.ts";

const SCRIPTS_MAX = 1_000;
const NO_SCRIPT = "NOSCRIPT No matching script. Please use EVAL.";

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
