import type { ByteSink, ByteSource } from "./bytes.ts";

/** Seven bits wait at most: with 24 more they still fit a 32-bit integer. */
const BITS_AT_ONCE = 24;

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
