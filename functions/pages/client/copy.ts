const SHOWN_MS = 2_000;

/** Shows the buttons that copy a text or share it with another app, unless the browser can't do so. */
export function offerCopies(): void {
  for (const button of document.querySelectorAll<HTMLButtonElement>("[data-copy], [data-share]")) {
    const { copy, share, copied } = button.dataset;
    const source = document.getElementById(copy ?? share ?? "");
    const isAble = share === undefined ? "clipboard" in navigator : "share" in navigator;
    if (source === null || !isAble) continue;
    button.hidden = false;
    if (share === undefined) copyAtPress(button, source, copied ?? "");
    else
      button.addEventListener("click", () => {
        // The promise rejects if the person closes the list of apps, which is no error.
        void navigator.share({ url: source.textContent.trim() }).catch(() => undefined);
      });
  }
}

/** Copies the text of `source` on each click. The button reads `copied` for a moment. */
export function copyAtPress(button: HTMLButtonElement, source: Element, copied: string): void {
  const { textContent: text } = button;
  button.addEventListener("click", async () => {
    await navigator.clipboard.writeText(source.textContent.trim());
    button.textContent = copied;
    setTimeout(() => {
      button.textContent = text;
    }, SHOWN_MS);
  });
}
