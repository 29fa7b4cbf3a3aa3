/** What browsers other than Safari offer an installation with. */
type InstallEvent = Event & { prompt(): Promise<unknown> };

/**
 * Offers to put the page on the home screen: by a button where the browser asks itself, in words on Apple's phones and
 * tablets, where only its own menu can. Nothing is kept of an answer: the line stands quietly at the page's end.
 */
export function offerInstall(): void {
  const line = document.querySelector<HTMLElement>("[data-install]");
  const [button, words] = line?.children ?? [];
  if (line === null || !(button instanceof HTMLElement) || !(words instanceof HTMLElement)) return;
  if (matchMedia("(display-mode: standalone)").matches) return;
  const show = (part: HTMLElement) => {
    part.hidden = false;
    line.hidden = false;
  };
  // Only Apple's browsers know the word; with it they show if the page runs on its own.
  if ("standalone" in navigator) {
    if (navigator.standalone !== true && navigator.maxTouchPoints > 0) show(words);
    return;
  }
  addEventListener("beforeinstallprompt", (event) => {
    event.preventDefault();
    button.onclick = () => {
      // A question can be asked once; the browser has another when it wants to ask again.
      line.hidden = true;
      void (event as InstallEvent).prompt();
    };
    show(button);
  });
  addEventListener("appinstalled", () => {
    line.hidden = true;
  });
}
