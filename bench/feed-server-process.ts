// 10,000 feeds behind one port, in a process of its own so that its CPU time is told apart from the poller's.
// A feed gives three readings that move with its tick; the tick and who hangs come from the measurement.
import { createServer } from "node:http";
import { listenOnLoopback } from "../local/processes/loopback-server.ts";

export type FeedsNow = { tick: number; isUnchanged: boolean; hanging: number };

let now: FeedsNow = { tick: 0, isUnchanged: false, hanging: 0 };
process.on("message", (message: FeedsNow) => {
  now = message;
  process.send?.({ ready: true });
});

/** Nobody is freezing: a cold room's history is read at each tick, which is not what this is about. */
const body = (feed: number): string =>
  JSON.stringify({
    temp1: 66 + ((feed + now.tick) % 100) / 10,
    humidity1: 50 + (now.tick % 10),
    battery: 80,
  });

const server = createServer((request, response) => {
  const feed = Number(request.url?.slice("/feed/".length));
  // The longest way to hang: its headers come in time.
  if (feed < now.hanging)
    return void response.writeHead(200, { "content-type": "application/json" }).write(" ");
  const etag = `"${feed}"`;
  const isKnown = now.isUnchanged && request.headers["if-none-match"] === etag;
  response.writeHead(isKnown ? 304 : 200, { "content-type": "application/json", etag });
  response.end(isKnown ? undefined : body(feed));
});
const { port } = await listenOnLoopback(server);
process.once("disconnect", () => process.exit());
process.send?.({ port });
