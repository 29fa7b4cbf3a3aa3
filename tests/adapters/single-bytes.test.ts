import { EventEmitter } from "node:events";
import type { IncomingMessage } from "node:http";
import { expect, test } from "vitest";
import { readStream } from "../../functions/_http/body.ts";
import { readBytes } from "../../lib/guarded-fetch/read-answer.vendor.ts";
import { readWhole } from "../../local/machine/front-answers.ts";

/** A piece of a body holds one byte, each in the place of the one before. */
const piece = Buffer.alloc(1);
const patience = { silentMs: 1_000, signal: new AbortController().signal };

function stream() {
  const letters = [..."bytes"];
  const pull = (controller: ReadableStreamDefaultController<Uint8Array>) =>
    piece.write(letters.shift() ?? "") === 1 ? controller.enqueue(piece) : controller.close();
  return new ReadableStream<Uint8Array<ArrayBuffer>>({ pull }, { highWaterMark: 0 });
}

/** As the parser of HTTP hands it on. */
function arriving(incoming = new EventEmitter()): IncomingMessage {
  setImmediate(() => {
    for (const letter of "bytes") if (piece.write(letter) === 1) incoming.emit("data", piece);
    incoming.emit("end");
  });
  return incoming as IncomingMessage;
}

/** A piece that is kept costs its sender a byte, and this machine hundreds. */
test.each([
  ["a request's body", async () => ((await readStream(stream(), 16)) as { value?: unknown }).value],
  ["a feed's answer", () => readBytes(new Response(stream()), 16, patience)],
  ["what one machine is sent", () => readWhole(arriving(), 16)],
])("%s that comes byte by byte is kept as its bytes, and no piece of it", async (_, read) => {
  expect(Buffer.from((await read()) as Uint8Array).toString()).toBe("bytes");
});
