/** Loads the drawing module where a page has a chart, and nowhere else. */
export async function drawCharts(): Promise<void> {
  const figures = document.querySelectorAll<HTMLElement>("figure.chart");
  if (figures.length === 0) return;
  mendLanguage();
  const { drawChart } = await import("./chart.ts");
  for (const figure of figures) drawChart(figure);
}

/** uPlot formats numbers by the browser's own language as it is loaded, and some browsers' is no valid tag (`en-US@posix`). */
function mendLanguage(): void {
  try {
    new Intl.NumberFormat(navigator.language);
  } catch {
    // Intl throws a RangeError for what is no language tag: the page's own is one.
    Object.defineProperty(navigator, "language", {
      value: document.documentElement.lang,
      configurable: true,
    });
  }
}
