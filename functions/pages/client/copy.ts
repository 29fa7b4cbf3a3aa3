const SHOWN_MS = 2_000;

/** Buttons that copy the text beside them, or hand it to another app; where the browser cannot they stay hidden. */
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
        // A person who closes the list of apps has chosen none: nothing is wrong.
        void navigator.share({ url: source.textContent.trim() }).catch(() => undefined);
      });
  }
}

/** Says for a moment that it has copied. */
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
