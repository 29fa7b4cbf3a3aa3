import { EventEmitter } from "node:events";
import type { IncomingMessage } from "node:http";
import { expect, test } from "vitest";
import { readStream } from "../../functions/_http/body.ts";
import { readBytes } from "../../lib/guarded-fetch/read-answer.vendor.ts";
import { readWhole } from "../../local/machine/front-answers.ts";

const LETTERS = "abcdefghij";

/** A piece of a body holds one byte, each in the place of the one before. */
const piece = Buffer.alloc(1);

const stream = () => {
  const letters = LETTERS[Symbol.iterator]();
  const pull = (controller: ReadableStreamDefaultController<Uint8Array>) => {
    const { done, value } = letters.next();
    if (done) controller.close();
    else if (piece.write(value)) controller.enqueue(piece);
  };
  return new ReadableStream<Uint8Array<ArrayBuffer>>({ pull }, { highWaterMark: 0 });
};

/** As the parser of HTTP hands it on, once somebody listens. */
function request(): IncomingMessage {
  const incoming = new EventEmitter();
  setImmediate(() => {
    for (const letter of LETTERS) if (piece.write(letter)) incoming.emit("data", piece);
    incoming.emit("end");
  });
  return incoming as IncomingMessage;
}

/** A piece that is kept costs its sender a byte, and this machine hundreds. */
test("a body that comes byte by byte is kept as its bytes, and no piece of it", async () => {
  const patience = { silentMs: 1_000, signal: new AbortController().signal };
  const sent = await readStream(stream(), 16);
  const read = [
    sent.ok && sent.value,
    await readBytes(new Response(stream()), 16, patience),
    await readWhole(request(), 16),
  ];
  expect(read.map((bytes) => `${Buffer.from(bytes as Uint8Array)}`)).toEqual([LETTERS, LETTERS, LETTERS]);
});
