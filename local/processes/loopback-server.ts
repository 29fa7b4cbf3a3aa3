import { once } from "node:events";
import type { Server } from "node:http";
import type { AddressInfo } from "node:net";

/** Longer than any client keeps an idle connection, so that the client closes first and never loses a request. */
const KEEP_ALIVE_MS = 120_000;

export type LoopbackServer = Awaited<ReturnType<typeof listenOnLoopback>>;

/** Listens on any free port. */
export async function listenOnLoopback(server: Server) {
  server.keepAliveTimeout = KEEP_ALIVE_MS;
  server.listen(0, "127.0.0.1");
  await once(server, "listening");
  const stop = async () => {
    server.close();
    server.closeAllConnections();
    await once(server, "close");
  };
  return { port: (server.address() as AddressInfo).port, stop };
}
