/**
 * Web Crypto's threads finish in any order. Here each operation begins after the previous one has ended, and the random
 * bytes come from `draw`, so that a history always runs the same way.
 */
const OPERATIONS = [
  "digest",
  "sign",
  "verify",
  "encrypt",
  "decrypt",
  "importKey",
  "deriveBits",
  "deriveKey",
] as const;

type Operation = (...args: unknown[]) => Promise<unknown>;

let underWay = 0;
let last: Promise<unknown> = Promise.resolve();
let draw: (count: number) => Uint8Array = (count) => new Uint8Array(count);

/** Returns whether an operation is in progress. */
export const isCryptoUnderWay = (): boolean => underWay > 0;

/** Waits until all operations in progress have ended. */
export async function cryptoEnded(): Promise<void> {
  while (underWay > 0) await last;
}

export const drawRandomFrom = (source: (count: number) => Uint8Array): void => {
  draw = source;
};

/** Runs other asynchronous work in the same order: it begins after the previous operation has ended. */
export function inTurn<T>(work: () => Promise<T>): Promise<T> {
  underWay += 1;
  const result = last.then(work);
  last = result.then(ended, ended);
  return result;
}

/** Call this once in a process. Returns a function that restores Web Crypto. */
export function orderCrypto(): () => void {
  const originals = new Map<string, Operation>();
  const getRandomValues = crypto.getRandomValues;
  const subtle = Object.getPrototypeOf(crypto.subtle) as Record<string, Operation>;
  for (const name of OPERATIONS) {
    const original = subtle[name];
    if (original === undefined) throw new Error(`Web Crypto has no ${name}`);
    originals.set(name, original);
    subtle[name] = function ordered(this: SubtleCrypto, ...args: unknown[]) {
      return inTurn(() => original.apply(this, args));
    };
  }
  crypto.getRandomValues = <T extends ArrayBufferView | null>(array: T): T => {
    if (array !== null) {
      const bytes = new Uint8Array(array.buffer, array.byteOffset, array.byteLength);
      bytes.set(draw(bytes.length));
    }
    return array;
  };
  return () => {
    for (const [name, original] of originals) subtle[name] = original;
    crypto.getRandomValues = getRandomValues;
  };
}

function ended(): void {
  underWay -= 1;
}
