import { Zip, ZipDeflate } from "fflate";
import type { ZipFiles } from "./ports.ts";

const LEVEL = 6;

/** Streams the files as one ZIP. Memory holds only one piece and the compressor's state. */
export const zipFiles: ZipFiles = async function* (files) {
  let made: Uint8Array[] = [];
  const zip = new Zip((error, chunk) => {
    if (error) throw error;
    made.push(chunk);
  });
  const taken = () => {
    const pieces = made;
    made = [];
    return pieces;
  };
  const encoder = new TextEncoder();
  for await (const { path, text } of files) {
    const file = new ZipDeflate(path, { level: LEVEL });
    zip.add(file);
    for await (const piece of text) {
      file.push(typeof piece === "string" ? encoder.encode(piece) : piece);
      yield* taken();
    }
    file.push(new Uint8Array(), true);
    yield* taken();
  }
  zip.end();
  yield* taken();
};
