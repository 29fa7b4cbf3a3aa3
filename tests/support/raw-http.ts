import { connect } from "node:net";

/** Sends text on a new connection; returns everything that comes back until the other end closes. */
export const speakRaw = (port: number, text: string, end = false): Promise<string> =>
  new Promise((resolve, reject) => {
    const socket = connect(port, "127.0.0.1", () => (end ? socket.end(text) : socket.write(text)));
    let heard = "";
    socket.setEncoding("utf8").on("data", (chunk) => (heard += chunk));
    socket.once("close", () => resolve(heard));
    socket.once("error", reject);
  });
