import { useTeller } from "./teller-scope.ts";

/** Shown by the page's script, where the browser has a clipboard. */
export function CopyButton({ of }: { of: string }) {
  const { copy, copied } = useTeller().words.device;
  return (
    <p>
      <button type="button" class="second" data-copy={of} data-copied={copied} hidden>
        {copy}
      </button>
    </p>
  );
}
