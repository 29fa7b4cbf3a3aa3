import type { Socket } from "node:net";

/**
 * The open connections of a server. Whoever opens more than its share and says nothing whole on them keeps nobody out: beyond
 * the limit, the one that has waited longest for a whole request makes room.
 */
export class OpenConnections {
  readonly #max: number;
  readonly #open = new Set<Socket>();
  /** Those that nothing is being answered on, the one that has waited longest first. */
  readonly #waiting = new Set<Socket>();

  constructor(max: number) {
    this.#max = max;
  }

  add(socket: Socket): void {
    this.#open.add(socket);
    this.#waiting.add(socket);
    socket.once("close", () => this.#forget(socket));
    if (this.#open.size <= this.#max) return;
    const [oldest = socket] = this.#waiting;
    this.#forget(oldest);
    oldest.destroy();
  }

  beginAnswer(socket: Socket): void {
    this.#waiting.delete(socket);
  }

  endAnswer(socket: Socket): void {
    if (this.#open.has(socket)) this.#waiting.add(socket);
  }

  #forget(socket: Socket): void {
    this.#open.delete(socket);
    this.#waiting.delete(socket);
  }
}
