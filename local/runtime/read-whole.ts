import type { IncomingMessage } from "node:http";

/** The body of a request; a word where it is longer than `bytesMax`, or ends before it should. */
export function readWhole(
  request: IncomingMessage,
  bytesMax: number,
): Promise<Buffer | "too_long" | "broken_off"> {
  return new Promise((resolve) => {
    const chunks: Buffer[] = [];
    let length = 0;
    request.on("data", (chunk: Buffer) => {
      length += chunk.length;
      if (length <= bytesMax) chunks.push(chunk);
      else resolve("too_long");
    });
    request.once("end", () => resolve(Buffer.concat(chunks)));
    request.once("error", () => resolve("broken_off"));
    request.once("close", () => resolve("broken_off"));
  });
}
