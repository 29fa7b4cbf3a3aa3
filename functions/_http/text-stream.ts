import type { Report } from "../../lib/kernel/ports.ts";
import { namedMessageOf } from "../../lib/kernel/text.ts";

/**
 * Text as it is made, a piece for each time that the reader asks; what goes wrong on the way tears it off.
 */
export const textStream = (pieces: AsyncIterable<string>, report: Report): ReadableStream<Uint8Array> =>
  byteStream(encoded(pieces), report);

/** The same of bytes. */
export function byteStream(pieces: AsyncIterable<Uint8Array>, report: Report): ReadableStream<Uint8Array> {
  const iterator = pieces[Symbol.asyncIterator]();
  return new ReadableStream({
    async pull(controller) {
      try {
        const { done, value } = await iterator.next();
        if (done) controller.close();
        else controller.enqueue(value);
      } catch (error) {
        const message = namedMessageOf(error);
        report({ level: "error", event: "stream_torn", error: message });
        controller.error(error);
      }
    },
    async cancel() {
      await iterator.return?.();
    },
  });
}

async function* encoded(pieces: AsyncIterable<string>): AsyncGenerator<Uint8Array> {
  const encoder = new TextEncoder();
  for await (const piece of pieces) yield encoder.encode(piece);
}
