import type { Objects } from "../../lib/kernel/ports.ts";

/** A test's object storage; `files` has its content. */
export function memoryObjects(): Objects & { files: Map<string, Uint8Array> } {
  const files = new Map<string, Uint8Array>();
  return {
    files,
    put: async (key, bytes) => void files.set(key, Uint8Array.from(bytes)),
    get: async (key) => files.get(key) ?? null,
    remove: async (keys) => {
      for (const key of keys) files.delete(key);
    },
  };
}
