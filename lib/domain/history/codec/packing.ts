import type { ByteSink, ByteSource } from "./bytes.ts";

/** One way to write a list of integers from 0 to 2^52 - 1. The reader knows how many there are. */
export type Packing = {
  name: string;
  /** The bytes that `write` takes, without writing them. */
  bytes(counts: Float64Array): number;
  write(sink: ByteSink, counts: Float64Array): void;
  read(source: ByteSource, length: number): Float64Array;
};
