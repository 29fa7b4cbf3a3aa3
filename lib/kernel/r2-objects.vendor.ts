import type { Objects } from "./ports.ts";

/** The part of a Workers binding to an R2 bucket that we use. */
export type R2Bucket = {
  put(key: string, value: Uint8Array, options: { httpMetadata: { contentType: string } }): Promise<unknown>;
  get(key: string): Promise<{ arrayBuffer(): Promise<ArrayBuffer> } | null>;
  delete(keys: string[]): Promise<void>;
};

export const r2Objects = (bucket: R2Bucket): Objects => ({
  put: async (key, bytes, contentType) => {
    await bucket.put(key, bytes, { httpMetadata: { contentType } });
  },
  get: async (key) => {
    const found = await bucket.get(key);
    return found === null ? null : new Uint8Array(await found.arrayBuffer());
  },
  remove: (keys) => bucket.delete([...keys]),
});
