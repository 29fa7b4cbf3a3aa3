import { readdir, rm, stat } from "node:fs/promises";
import path from "node:path";

/** What the address of a socket may take on every system, its end included. */
const SOCKET_BYTES_MAX = 103;
/** PostgreSQL reads a list of folders. */
const IN_A_LIST = /[,"']/;

const SOCKET = ".s.PGSQL.";

const socketIn = (folder: string, port: number | string): string => path.join(folder, `${SOCKET}${port}`);

/** A socket in the cluster's own folder takes half the time of a port. Null: none. */
export function socketSettings(folder: string | null): string[] {
  const isPossible =
    folder !== null &&
    process.platform !== "win32" &&
    !IN_A_LIST.test(folder) &&
    Buffer.byteLength(socketIn(folder, "65535")) <= SOCKET_BYTES_MAX;
  return [`unix_socket_directories=${isPossible ? folder : ""}`, "unix_socket_permissions=0700"];
}

/** How a connection string names the folder of the socket; empty where there is none. */
export async function socketQuery(folder: string, port: number): Promise<string> {
  const found = await stat(socketIn(folder, port)).catch(() => null);
  return found?.isSocket() ? `?host=${encodeURIComponent(folder)}` : "";
}

/** What servers of this folder left behind that lost their power: each start takes another port. */
export async function removeLeftSockets(folder: string): Promise<void> {
  for (const name of await readdir(folder))
    if (name.startsWith(SOCKET)) await rm(path.join(folder, name), { force: true });
}
