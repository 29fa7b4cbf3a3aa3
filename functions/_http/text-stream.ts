import { namedMessageOf } from "../../lib/domain/error-text.ts";
import type { Report } from "../../lib/ports.ts";

/**
 * Text as it is made, a piece for each time that the reader asks; what goes wrong on the way tears it off.
 */
export function textStream(pieces: AsyncIterable<string>, report: Report): ReadableStream<Uint8Array> {
  const iterator = pieces[Symbol.asyncIterator]();
  const encoder = new TextEncoder();
  return new ReadableStream({
    async pull(controller) {
      try {
        const { done, value } = await iterator.next();
        if (done) controller.close();
        else controller.enqueue(encoder.encode(value));
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
