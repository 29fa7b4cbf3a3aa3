/** Loads the module that reads values off a chart where a page has one, and nowhere else. */
export async function readCharts(): Promise<void> {
  const figures = document.querySelectorAll<HTMLElement>(".chart figure.traces");
  if (figures.length === 0) return;
  const { openChart, shareAt } = await import("./chart-readout.ts");
  for (const figure of figures) {
    const chart = openChart(figure);
    for (const kind of ["pointerdown", "pointermove"] as const)
      chart?.plot.addEventListener(kind, (event) => chart.look(shareAt(chart.plot, event)));
  }
}
