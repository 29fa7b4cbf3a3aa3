import type { Server } from "node:http";

/**
 * Longer than any client keeps an idle connection, so that the client closes first and never loses a request.
 */
const KEEP_ALIVE_MS = 120_000;

export interface LoopbackServer {
  port: number;
  stop(): Promise<void>;
}

/** Listens on any free port unless one is given. */
export function listenOnLoopback(server: Server, port = 0): Promise<LoopbackServer> {
  server.keepAliveTimeout = KEEP_ALIVE_MS;
  return new Promise((resolve, reject) => {
    server.once("error", reject);
    server.listen(port, "127.0.0.1", () => {
      const address = server.address();
      if (address === null || typeof address === "string") return reject(new Error("No port was given"));
      resolve({ port: address.port, stop: () => closeServer(server) });
    });
  });
}

function closeServer(server: Server): Promise<void> {
  return new Promise((resolve) => {
    server.close(() => resolve());
    server.closeAllConnections();
  });
}
