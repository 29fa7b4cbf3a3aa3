const SHOWN_MS = 2_000;

/** Buttons that copy the text beside them, or hand it to another app; where the browser cannot they stay hidden. */
export function offerCopies(): void {
  offerShares();
  if (navigator.clipboard === undefined) return;
  for (const button of document.querySelectorAll<HTMLButtonElement>("[data-copy]")) {
    const source = document.getElementById(button.dataset.copy ?? "");
    if (source === null) continue;
    const text = button.textContent;
    button.hidden = false;
    button.addEventListener("click", async () => {
      await navigator.clipboard.writeText(source.textContent?.trim() ?? "");
      button.textContent = button.dataset.copied ?? text;
      setTimeout(() => {
        button.textContent = text;
      }, SHOWN_MS);
    });
  }
}

function offerShares(): void {
  if (typeof navigator.share !== "function") return;
  for (const button of document.querySelectorAll<HTMLButtonElement>("[data-share]")) {
    const source = document.getElementById(button.dataset.share ?? "");
    if (source === null) continue;
    button.hidden = false;
    // A person who closes the list of apps has chosen none: nothing is wrong.
    button.addEventListener(
      "click",
      () => void navigator.share({ url: source.textContent?.trim() ?? "" }).catch(() => undefined),
    );
  }
}
