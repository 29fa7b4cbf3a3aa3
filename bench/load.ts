import { Agent, request } from "node:http";
import { performance } from "node:perf_hooks";
import { setTimeout as sleep } from "node:timers/promises";

const ANSWER_MS_MAX = 30_000;

export interface Load {
  /** The number of simultaneous requests. */
  concurrency: number;
  milliseconds: number;
  /** The most requests per second. Default: no limit, so that each begins as soon as the one before is answered. */
  pace?: number;
  /** Sends one request. `index` counts up over all loads of the process. */
  send: (index: number) => Promise<void>;
}

export interface Measured {
  requests: number;
  perSecond: number;
  medianMs: number;
}

let index = 0;

/** Keeps up to `concurrency` requests running for the given time. Finishes those that have begun. */
export async function runLoad({ concurrency, milliseconds, pace, send }: Load): Promise<Measured> {
  const took: number[] = [];
  const begun = performance.now();
  const deadline = begun + milliseconds;
  let turn = 0;
  const sender = async () => {
    while (performance.now() < deadline) {
      if (pace) await sleep(Math.max(0, begun + (turn++ * 1_000) / pace - performance.now()));
      const before = performance.now();
      await send(index++);
      took.push(performance.now() - before);
    }
  };
  await Promise.all(Array.from({ length: concurrency }, sender));
  const seconds = (performance.now() - begun) / 1_000;
  took.sort((a, b) => a - b);
  const medianMs = took[Math.floor(took.length / 2)] ?? Number.NaN;
  return { requests: took.length, perSecond: took.length / seconds, medianMs };
}

/** Returns a function that posts over kept-alive connections. It throws for any answer but a success. */
export function poster(origin: string, concurrency: number, type = "application/json") {
  const agent = new Agent({ keepAlive: true, maxSockets: concurrency });
  const post = (path: string, body: string): Promise<void> =>
    new Promise((resolve, reject) => {
      const headers = { "content-type": type, "content-length": Buffer.byteLength(body) };
      const call = request(origin + path, { method: "POST", agent, headers, timeout: ANSWER_MS_MAX });
      call.on("error", (error: NodeJS.ErrnoException) => {
        // The server closed an idle connection just as it was reused, so the request is sent again.
        if (call.reusedSocket && error.code === "ECONNRESET") post(path, body).then(resolve, reject);
        else reject(error);
      });
      call.on("timeout", () => call.destroy(new Error(`No answer in ${ANSWER_MS_MAX} ms`)));
      call.on("response", (response) => {
        let text = "";
        response.setEncoding("utf8").on("data", (piece: string) => {
          text += piece;
        });
        response.on("error", reject);
        response.on("end", () => {
          if (isSuccess(response.statusCode)) resolve();
          else reject(new Error(`${path} answered ${response.statusCode}: ${text}`));
        });
      });
      call.end(body);
    });
  return { post, close: () => agent.destroy() };
}

const isSuccess = (status = 0): boolean => status >= 200 && status < 300;
