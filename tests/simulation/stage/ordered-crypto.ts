/**
 * Web Crypto works in threads, which end in any order: here each of its operations begins when the one before
 * has ended, and its random bytes come from `draw`, so that a history always takes the same course.
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

/** Whether an operation has begun and not ended. */
export const isCryptoUnderWay = (): boolean => underWay > 0;

/** When all operations that have begun have ended. */
export async function cryptoEnded(): Promise<void> {
  while (underWay > 0) await last;
}

export const drawRandomFrom = (source: (count: number) => Uint8Array): void => {
  draw = source;
};

/** Anything else that ends whenever it does: it begins when the operation before has ended, too. */
export function inTurn<T>(work: () => Promise<T>): Promise<T> {
  underWay += 1;
  const result = last.then(work);
  last = result.then(ended, ended);
  return result;
}

/** Once a process; answers what gives Web Crypto back as it was. */
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
