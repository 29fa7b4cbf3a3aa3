// Serves all feeds on one port, as a separate process, so that its CPU time doesn't count as the poller's.
// A feed has three readings that change with the tick. The measurement sends the tick and the number of hanging feeds.
import { createServer } from "node:http";
import { listenOnLoopback } from "../local/processes/loopback-server.ts";

export type FeedsNow = { tick: number; isUnchanged: boolean; hanging: number };

let now: FeedsNow = { tick: 0, isUnchanged: false, hanging: 0 };
process.on("message", (message: FeedsNow) => {
  now = message;
  process.send?.({ ready: true });
});

/** Warm rooms only: the history of a cold room is read at each tick, which would disturb the measurement. */
const body = (feed: number): string =>
  JSON.stringify({
    temp1: 66 + ((feed + now.tick) % 100) / 10,
    humidity1: 50 + (now.tick % 10),
    battery: 80,
  });

const server = createServer((request, response) => {
  const feed = Number(request.url?.slice("/feed/".length));
  // Hangs as long as possible: the headers arrive in time, but the body never ends.
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
