import type { ChildProcessByStdio } from "node:child_process";
import type { Readable } from "node:stream";

type Child = ChildProcessByStdio<null, Readable, Readable>;

/** A process, with everything that it says. */
export interface Said {
  child: Child;
  output(): string;
  /** Its code; null where a signal ended it. */
  exited: Promise<number | null>;
  /** Resolves when it has said this; rejects when it ends without. */
  says(words: string): Promise<void>;
}

export function say(child: Child): Said {
  let text = "";
  let heard: (() => void)[] = [];
  for (const stream of [child.stdout, child.stderr])
    stream.setEncoding("utf8").on("data", (piece: string) => {
      text += piece;
      for (const look of heard) look();
    });
  // When its streams have ended too: what it said last counts.
  const exited = new Promise<number | null>((resolve) => {
    child.once("exit", (code) => resolve(code));
  });
  const says = (words: string) =>
    new Promise<void>((resolve, reject) => {
      const look = () => {
        if (!text.includes(words)) return;
        heard = heard.filter((each) => each !== look);
        resolve();
      };
      heard.push(look);
      look();
      void exited.then((code) => reject(new Error(`It ended with ${code} and never said ${words}`)));
    });
  return { child, output: () => text, exited, says };
}
