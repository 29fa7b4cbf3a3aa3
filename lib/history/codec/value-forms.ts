import { BitSink, BitSource, ByteSink, type ByteSource, CorruptChunk } from "./bytes.ts";
import { asDecimals, fromDecimals, PLACES_MAX } from "./decimals.ts";
import { readIntegers, writeIntegers } from "./integer-series.ts";

const floats = new DataView(new ArrayBuffer(8));

const NO_WINDOW: Window = { leading: 64, trailing: 0 };

/** Costs of a new window: 6 bits for the zeros before, 6 for the width less one. */
const WINDOW_BITS = 12;

/** 0–6 doubles of that many decimal places, 8–14 the same as 32-bit floats. */
const SINGLE = 8;
const FLOATS = 7;
const DICTIONARY = 15;

/** The two 32-bit halves of a float64 XORed with the previous one; their sign makes no difference. */
type Halves = { high: number; low: number };

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

/** Written values and the four bits for the chunk's header that name their form. */
type WrittenValues = { form: number; sink: ByteSink };

function decimalForm(values: Float64Array): WrittenValues | null {
  const decimals = asDecimals(values);
  if (decimals === null) return null;
  const sink = new ByteSink();
  writeIntegers(sink, decimals.integers);
  return { form: decimals.places + (decimals.isSingle ? SINGLE : 0), sink };
}

function floatForm(values: Float64Array): WrittenValues {
  const sink = new ByteSink();
  writeFloats(sink, values);
  return { form: FLOATS, sink };
}

/** Suits series in which few values come again and again, such as tenths of °C that were turned into °F. */
function dictionaryForm(values: Float64Array): WrittenValues {
  const words = Float64Array.from(new Set(values)).sort();
  const places = new Map(Array.from(words, (word, place) => [word, place]));
  const sink = new ByteSink();
  sink.unsigned(words.length);
  writeFloats(sink, words);
  writeIntegers(
    sink,
    values.map((value) => places.get(value) ?? 0),
  );
  return { form: DICTIONARY, sink };
}

/** The same values in the fewest bytes. At least one value, all finite. */
export function writeValues(values: Float64Array): WrittenValues {
  const decimals = decimalForm(values);
  if (decimals !== null) return decimals;
  const floats = floatForm(values);
  // A map's keys don't tell -0 from 0.
  if (values.some((value) => Object.is(value, -0))) return floats;
  const dictionary = dictionaryForm(values);
  return dictionary.sink.length < floats.sink.length ? dictionary : floats;
}

function readDictionary(source: ByteSource, length: number): Float64Array {
  const size = source.unsigned();
  if (size > length) throw new CorruptChunk("more words than values");
  const words = readFloats(source, size);
  return readIntegers(source, length).map((place) => {
    const word = words[place];
    if (word === undefined) throw new CorruptChunk("a value that is in no list");
    return word;
  });
}

export function readValues(form: number, source: ByteSource, length: number): Float64Array {
  if (form === FLOATS) return readFloats(source, length);
  if (form === DICTIONARY) return readDictionary(source, length);
  const [places, isSingle] = [form % SINGLE, form >= SINGLE];
  if (places > PLACES_MAX) throw new CorruptChunk("an unknown form of values");
  return fromDecimals({ places, isSingle, integers: readIntegers(source, length) });
}
