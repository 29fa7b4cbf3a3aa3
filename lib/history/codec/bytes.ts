/** 2^53 takes eight groups of seven bits. */
const VARINT_BYTES_MAX = 8;

/** Seven bits wait at most: with 24 more they still fit a 32-bit integer. */
const BITS_AT_ONCE = 24;

/** Grows as it is written. */
export class ByteSink {
  #bytes = new Uint8Array(64);
  #length = 0;

  get length(): number {
    return this.#length;
  }

  byte(value: number): void {
    this.#makeRoom(this.#length + 1);
    this.#bytes[this.#length] = value;
    this.#length += 1;
  }

  /** LEB128 of an integer from 0 to 2^53. */
  unsigned(value: number): void {
    let rest = value;
    while (rest >= 128) {
      this.byte((rest % 128) + 128);
      rest = Math.floor(rest / 128);
    }
    this.byte(rest);
  }

  signed(value: number): void {
    this.unsigned(zigzag(value));
  }

  append(other: ByteSink): void {
    const end = this.#length + other.#length;
    this.#makeRoom(end);
    this.#bytes.set(other.#bytes.subarray(0, other.#length), this.#length);
    this.#length = end;
  }

  /** A copy of what was written. */
  toBytes(): Uint8Array {
    return this.#bytes.slice(0, this.#length);
  }

  #makeRoom(end: number): void {
    if (end <= this.#bytes.length) return;
    const grown = new Uint8Array(Math.max(end, this.#bytes.length * 2));
    grown.set(this.#bytes);
    this.#bytes = grown;
  }
}

/** Reads what a `ByteSink` wrote, up to `end`. */
export class ByteSource {
  #bytes: Uint8Array;
  #at = 0;
  #end: number;

  constructor(bytes: Uint8Array, end: number) {
    this.#bytes = bytes;
    this.#end = end;
  }

  get isAtEnd(): boolean {
    return this.#at === this.#end;
  }

  byte(): number {
    const value = this.#at < this.#end ? this.#bytes[this.#at] : undefined;
    if (value === undefined) throw new CorruptChunk("it ends too early");
    this.#at += 1;
    return value;
  }

  unsigned(): number {
    let value = 0;
    let weight = 1;
    for (let group = 0; group < VARINT_BYTES_MAX; group += 1) {
      const byte = this.byte();
      value += (byte % 128) * weight;
      if (byte < 128) return value;
      weight *= 128;
    }
    throw new CorruptChunk("a number is too long");
  }

  signed(): number {
    return unzigzag(this.unsigned());
  }
}

/** How many bytes `unsigned` takes. */
export function varintBytes(value: number): number {
  let bytes = 1;
  for (let rest = value; rest >= 128; rest = Math.floor(rest / 128)) bytes += 1;
  return bytes;
}

/** The largest integer that bits take apart. */
const SMALL_MAX = 2 ** 31 - 1;

/** Small magnitudes become small counts: 0, -1, 1, -2 … → 0, 1, 2, 3 …. Exact up to 2^52. */
export const zigzag = (value: number): number => (value < 0 ? -2 * value - 1 : 2 * value);

export function unzigzag(count: number): number {
  // A usual count is a small integer, which bits take apart several times as fast.
  if (count <= SMALL_MAX) return (count >>> 1) ^ -(count & 1);
  return count % 2 === 0 ? count / 2 : -(count + 1) / 2;
}

/** Bytes that no `sealChunk` wrote, or that have changed since. Never answered with a guess. */
export class CorruptChunk extends Error {
  override name = "CorruptChunk";

  constructor(why: string) {
    super(`Corrupt history chunk: ${why}`);
  }
}

/** Most significant bit first. `flush` fills the last byte with zeros. */
export class BitSink {
  #sink: ByteSink;
  /** Its lowest bits wait; what stands above them has been written. */
  #held = 0;
  #waiting = 0;

  constructor(sink: ByteSink) {
    this.#sink = sink;
  }

  /** The low `count` bits of an integer from 0 to 2^53 - 1, `count` at most 53. */
  write(value: number, count: number): void {
    let left = count;
    while (left > BITS_AT_ONCE) {
      left -= BITS_AT_ONCE;
      this.#push(Math.floor(value / 2 ** left) % 2 ** BITS_AT_ONCE, BITS_AT_ONCE);
    }
    this.#push(value % 2 ** left, left);
  }

  flush(): void {
    if (this.#waiting > 0) this.#push(0, 8 - this.#waiting);
  }

  #push(value: number, count: number): void {
    this.#held = (this.#held << count) | value;
    this.#waiting += count;
    while (this.#waiting >= 8) {
      this.#waiting -= 8;
      this.#sink.byte((this.#held >>> this.#waiting) & 0xff);
    }
  }
}

/** Reads what a `BitSink` wrote; takes whole bytes from the source. */
export class BitSource {
  #source: ByteSource;
  #held = 0;
  #waiting = 0;

  constructor(source: ByteSource) {
    this.#source = source;
  }

  read(count: number): number {
    let value = 0;
    let left = count;
    while (left > BITS_AT_ONCE) {
      left -= BITS_AT_ONCE;
      value = value * 2 ** BITS_AT_ONCE + this.#pull(BITS_AT_ONCE);
    }
    return value * 2 ** left + this.#pull(left);
  }

  /** Ones before the next zero, which is read too; `most` ones end it without a zero. */
  ones(most: number): number {
    let count = 0;
    while (count < most && this.#pull(1) === 1) count += 1;
    return count;
  }

  #pull(count: number): number {
    while (this.#waiting < count) {
      this.#held = (this.#held << 8) | this.#source.byte();
      this.#waiting += 8;
    }
    this.#waiting -= count;
    const value = this.#held >>> this.#waiting;
    this.#held &= (1 << this.#waiting) - 1;
    return value;
  }
}
