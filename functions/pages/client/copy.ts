const TOLD_MS = 2_000;

/** Buttons that copy the text beside them; without a clipboard they stay hidden. */
export function offerCopies(): void {
  if (navigator.clipboard === undefined) return;
  for (const button of document.querySelectorAll<HTMLButtonElement>("[data-copy]")) {
    const source = document.getElementById(button.dataset.copy ?? "");
    if (source === null) continue;
    const text = button.textContent;
    button.hidden = false;
    button.addEventListener("click", async () => {
      await navigator.clipboard.writeText(source.textContent ?? "");
      button.textContent = button.dataset.copied ?? text;
      setTimeout(() => {
        button.textContent = text;
      }, TOLD_MS);
    });
  }
}
