/** Loads the drawing module where a page has a chart, and nowhere else. */
export async function drawCharts(): Promise<void> {
  const figures = document.querySelectorAll<HTMLElement>("figure.chart");
  if (figures.length === 0) return;
  const { drawChart } = await import("./chart.ts");
  for (const figure of figures) drawChart(figure);
}
