import { randomInt } from "node:crypto";
import { once } from "node:events";
import { type AddressInfo, createServer } from "node:net";
import { codeOf } from "../../lib/kernel/text.ts";
import { StartError } from "../start/project.ts";

/** Below the ports of outgoing connections on Linux, macOS and Windows, so that none of those takes it. */
const PORT_MIN = 15_000;
const PORT_MAX = 29_999;
const NO_ADDRESS = ["EADDRNOTAVAIL", "ENOTFOUND", "EAI_AGAIN"];

/** Returns a port that was free a moment ago. */
export async function freePort(host = "127.0.0.1"): Promise<number> {
  for (;;)
    try {
      return await tryPort(randomInt(PORT_MIN, PORT_MAX + 1), host);
    } catch (error) {
      if (!["EADDRINUSE", "EACCES"].includes(codeOf(error) ?? "")) throw error;
    }
}

/** Checks a port, and explains in one sentence why it can't be used. */
export async function requirePort(port: number, host: string): Promise<number> {
  try {
    return await tryPort(port, host);
  } catch (error) {
    const code = codeOf(error);
    if (code === "EADDRINUSE")
      throw new StartError(
        `Port ${port} on ${host} is in use by another program; stop it or choose another with PORT=….`,
      );
    if (code === "EACCES")
      throw new StartError(`Port ${port} needs more rights than this user has; choose another with PORT=….`);
    throw error;
  }
}

async function tryPort(port: number, host: string): Promise<number> {
  const probe = createServer().listen(port, host);
  await once(probe, "listening").catch((error: unknown) => {
    if (!NO_ADDRESS.includes(codeOf(error) ?? "")) throw error;
    throw new StartError(`${host} is not an address of this machine; set HOST to one that is.`);
  });
  const { port: given } = probe.address() as AddressInfo;
  probe.close();
  await once(probe, "close");
  return given;
}
