import { ByteSink, type ByteSource, CorruptChunk } from "./bytes.ts";
import { asDecimals, fromDecimals, PLACES_MAX } from "./decimals.ts";
import { readIntegers, writeIntegers } from "./integer-series.ts";
import { readFloats, writeFloats } from "./xor-floats.ts";

/** Written values and the four bits for the chunk's header that name their form. */
type WrittenValues = { form: number; sink: ByteSink };

/** 0–6 doubles of that many decimal places, 8–14 the same as 32-bit floats. */
const SINGLE = 8;
const FLOATS = 7;
const DICTIONARY = 15;

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
