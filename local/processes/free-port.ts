import { randomInt } from "node:crypto";
import { createServer } from "node:net";
import { StartError, systemErrorCode } from "../start/start-error.ts";

/** Below what Linux, macOS and Windows give to outgoing connections: none of those takes the port in between. */
const PORT_MIN = 15_000;
const PORT_MAX = 29_999;
const TRIES_MAX = 50;

/** What this process has been given or asked for: the next question must not get the same answer. */
const promised = new Set<number>();

/** A loopback port that was free a moment ago, another one at each call of this process. */
export async function freePort(host = "127.0.0.1"): Promise<number> {
  for (let tried = 1; tried < TRIES_MAX; tried += 1) {
    const port = randomInt(PORT_MIN, PORT_MAX + 1);
    if (promised.has(port)) continue;
    // Promised before it is tried: two calls side by side may draw the same one.
    promised.add(port);
    if (await isFree(port, host)) return port;
  }
  return promise(await tryPort(0, host));
}

function promise(port: number): number {
  promised.add(port);
  return port;
}

function isFree(port: number, host: string): Promise<boolean> {
  return tryPort(port, host).then(
    () => true,
    (error) => {
      if (systemErrorCode(error) === "EADDRINUSE" || systemErrorCode(error) === "EACCES") return false;
      throw error;
    },
  );
}

/** One sentence for the person when the wanted port cannot be had. */
export async function requirePort(port: number, host: string): Promise<number> {
  try {
    return promise(await tryPort(port, host));
  } catch (error) {
    const code = systemErrorCode(error);
    if (code === "EADDRINUSE")
      throw new StartError(
        `Port ${port} on ${host} is in use by another program; stop it or choose another with PORT=….`,
      );
    if (code === "EACCES")
      throw new StartError(`Port ${port} needs more rights than this user has; choose another with PORT=….`);
    if (code === "EADDRNOTAVAIL" || code === "ENOTFOUND")
      throw new StartError(`${host} is not an address of this machine; set HOST to one that is.`);
    throw error;
  }
}

function tryPort(port: number, host: string): Promise<number> {
  return new Promise((resolve, reject) => {
    const probe = createServer();
    probe.once("error", reject);
    probe.listen(port, host, () => {
      const address = probe.address();
      probe.close(() => {
        if (address !== null && typeof address === "object") resolve(address.port);
        else reject(new Error("The operating system gave no port"));
      });
    });
  });
}
