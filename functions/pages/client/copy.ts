const SHOWN_MS = 2_000;

/** Buttons that copy the text beside them, or hand it to another app; where the browser cannot they stay hidden. */
export function offerCopies(): void {
  for (const button of document.querySelectorAll<HTMLButtonElement>("[data-copy], [data-share]")) {
    const { copy, share, copied } = button.dataset;
    const source = document.getElementById(copy ?? share ?? "");
    const isAble = share === undefined ? "clipboard" in navigator : "share" in navigator;
    if (source === null || !isAble) continue;
    const text = button.textContent;
    button.hidden = false;
    button.addEventListener("click", async () => {
      const taken = source.textContent?.trim() ?? "";
      // A person who closes the list of apps has chosen none: nothing is wrong.
      if (share !== undefined) return void navigator.share({ url: taken }).catch(() => undefined);
      await navigator.clipboard.writeText(taken);
      button.textContent = copied ?? text;
      setTimeout(() => {
        button.textContent = text;
      }, SHOWN_MS);
    });
  }
}
