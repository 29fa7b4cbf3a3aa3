import { BitSink, BitSource, type ByteSink, type ByteSource } from "./bytes.ts";

/** The two 32-bit halves of a float64 XORed with the one before; whether they have a sign makes no difference. */
type Halves = { high: number; low: number };

const floats = new DataView(new ArrayBuffer(8));

function halvesOf(value: number): Halves {
  floats.setFloat64(0, value);
  return { high: floats.getUint32(0), low: floats.getUint32(4) };
}

function valueFrom({ high, low }: Halves): number {
  floats.setUint32(0, high);
  floats.setUint32(4, low);
  return floats.getFloat64(0);
}

const xor = (a: Halves, b: Halves): Halves => ({ high: a.high ^ b.high, low: a.low ^ b.low });

const leadingZeros = ({ high, low }: Halves): number =>
  high === 0 ? 32 + Math.clz32(low) : Math.clz32(high);

const zerosAtEnd = (half: number): number => 31 - Math.clz32(half & -half);

const trailingZeros = ({ high, low }: Halves): number =>
  low === 0 ? 32 + zerosAtEnd(high) : zerosAtEnd(low);

/** Tells which bits differ: the zeros before and the zeros after. */
type Window = { leading: number; trailing: number };

const NO_WINDOW: Window = { leading: 64, trailing: 0 };

const widthOf = ({ leading, trailing }: Window): number => 64 - leading - trailing;

function writeWithin(bits: BitSink, { high, low }: Halves, { leading, trailing }: Window): void {
  const [highEnd, lowStart] = [Math.max(0, trailing - 32), Math.max(0, leading - 32)];
  if (leading < 32) bits.write(high >>> highEnd, 32 - leading - highEnd);
  if (trailing < 32) bits.write(low >>> trailing, 32 - trailing - lowStart);
}

function readWithin(bits: BitSource, { leading, trailing }: Window): Halves {
  const [highEnd, lowStart] = [Math.max(0, trailing - 32), Math.max(0, leading - 32)];
  const high = leading < 32 ? bits.read(32 - leading - highEnd) << highEnd : 0;
  const low = trailing < 32 ? bits.read(32 - trailing - lowStart) << trailing : 0;
  return { high, low };
}

/** Costs of a new window: 6 bits for the zeros before, 6 for the width less one. */
const WINDOW_BITS = 12;

function writeChange(bits: BitSink, change: Halves, open: Window): Window {
  const own = { leading: leadingZeros(change), trailing: trailingZeros(change) };
  const fits = own.leading >= open.leading && own.trailing >= open.trailing;
  const window = fits && widthOf(open) <= widthOf(own) + WINDOW_BITS ? open : own;
  if (window === open) bits.write(0b10, 2);
  else {
    bits.write(0b11, 2);
    bits.write(own.leading, 6);
    bits.write(widthOf(own) - 1, 6);
  }
  writeWithin(bits, change, window);
  return window;
}

function readWindow(bits: BitSource): Window {
  const leading = bits.read(6);
  return { leading, trailing: 64 - leading - (bits.read(6) + 1) };
}

/**
 * Any float64 bit for bit, each as what changed in its bits since the one before. Source: Pelkonen et al.,
 * "Gorilla: A Fast, Scalable, In-Memory Time Series Database", VLDB 2015, section 4.1.2.
 */
export function writeFloats(sink: ByteSink, values: Float64Array): void {
  const bits = new BitSink(sink);
  let last: Halves = { high: 0, low: 0 };
  let window = NO_WINDOW;
  for (const value of values) {
    const halves = halvesOf(value);
    const change = xor(halves, last);
    if (change.high === 0 && change.low === 0) bits.write(0, 1);
    else window = writeChange(bits, change, window);
    last = halves;
  }
  bits.flush();
}

export function readFloats(source: ByteSource, length: number): Float64Array {
  const bits = new BitSource(source);
  const values = new Float64Array(length);
  let last: Halves = { high: 0, low: 0 };
  let window = NO_WINDOW;
  for (let index = 0; index < length; index += 1) {
    const marks = bits.ones(2);
    if (marks === 2) window = readWindow(bits);
    if (marks > 0) last = xor(last, readWithin(bits, window));
    values[index] = valueFrom(last);
  }
  return values;
}
