import { createServer } from "node:net";
import { StartError, systemErrorCode } from "../start/start-error.ts";

/** A loopback port that was free a moment ago. */
export function freePort(host = "127.0.0.1"): Promise<number> {
  return tryPort(0, host);
}

/** One sentence for the person when the wanted port cannot be had. */
export async function requirePort(port: number, host: string): Promise<number> {
  try {
    return await tryPort(port, host);
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
