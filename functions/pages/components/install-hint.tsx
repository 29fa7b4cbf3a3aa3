import { useTeller } from "./teller-scope.ts";

/** How the page gets onto a home screen. A script shows it where the browser can and has not yet; it hides nothing else. */
export function InstallHint() {
  const { install } = useTeller().words;
  return (
    <p class="hint" data-install hidden>
      <button type="button" class="second" hidden>
        {install.add}
      </button>
      <span hidden>{install.byHand}</span>
    </p>
  );
}
