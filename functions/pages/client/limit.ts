const PAUSE_MS = 250;

/** Says at once what a limit that is being dragged would have meant. */
export function tryLimits(): void {
  for (const form of document.querySelectorAll<HTMLFormElement>("form[data-try]")) tryLimit(form);
}

function tryLimit(form: HTMLFormElement): void {
  const range = form.querySelector<HTMLInputElement>("input[type=range]");
  const output = form.querySelector("output");
  const would = form.querySelector<HTMLElement>("#would");
  if (range === null || output === null || would === null) return;
  let timer = 0;
  let latest = 0;
  const ask = async () => {
    latest += 1;
    const mine = latest;
    const query = new URLSearchParams({ limit: range.value, unit: output.dataset.unit ?? "" });
    const answer = await fetch(`${form.dataset.try}?${query}`).catch(() => null);
    // A later one is on its way: this one is of where the finger was.
    if (answer?.ok && mine === latest) would.textContent = await answer.text();
  };
  range.addEventListener("input", () => {
    output.value = `${range.value} ${output.dataset.unit}`;
    clearTimeout(timer);
    timer = window.setTimeout(ask, PAUSE_MS);
  });
}
