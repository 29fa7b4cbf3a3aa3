import { isMainThread, parentPort, Worker, workerData } from "node:worker_threads";

interface PostsAtOnce {
  /** Used in turn. */
  urls: string[];
  count: number;
  body: string;
  /** How many posts are in progress at a time; by default all. */
  sideBySide?: number;
}

export interface PostAnswer {
  status: number;
  headers: Record<string, string>;
}

/** Posts from a separate thread: two hundred concurrent requests would block the endpoints in this one. */
export function postAtOnce(posts: PostsAtOnce): Promise<PostAnswer[]> {
  const worker = new Worker(new URL(import.meta.url), { workerData: posts });
  return new Promise((resolve, reject) => {
    worker.once("message", resolve);
    worker.once("error", reject);
    worker.once("exit", () => reject(new Error("The posting thread ended without its answers")));
  });
}

if (!isMainThread && isPosts(workerData)) parentPort?.postMessage(await answersTo(workerData));

/** vitest may run tests in a thread, too: only our thread gets posts. */
function isPosts(data: unknown): data is PostsAtOnce {
  return typeof data === "object" && data !== null && "urls" in data && "count" in data && "body" in data;
}

async function answersTo({ urls, count, body, sideBySide = count }: PostsAtOnce): Promise<PostAnswer[]> {
  const answers: PostAnswer[] = [];
  let next = 0;
  const postNext = async () => {
    while (next < count) {
      const index = next;
      next += 1;
      const answer = await fetch(urls[index % urls.length] ?? "", { method: "POST", body });
      await answer.arrayBuffer();
      answers[index] = { status: answer.status, headers: Object.fromEntries(answer.headers) };
    }
  };
  await Promise.all(Array.from({ length: sideBySide }, postNext));
  return answers;
}
