import { expect, test } from "vitest";
import { readPrometheusText } from "../../../lib/readings/texts/read-text.ts";

const samples = (text: string) =>
  (readPrometheusText(text).data as { result: { metric: Record<string, string> }[] }).result;

const timeOf = (letters: number): number => {
  const text = `temp{${"a".repeat(letters)}} 1`;
  const start = performance.now();
  expect(samples(text)).toHaveLength(1);
  return performance.now() - start;
};

test("labels are read by their names, with what is escaped in them", () => {
  const [sample] = samples('temp{room="a \\" b",floor="2"} 20.5');
  expect({ ...sample?.metric }).toEqual({ __name__: "temp", room: 'a \\" b', floor: "2" });
});

test("a body full of one endless label takes eight times as long for eight times as much, not sixty-four", () => {
  timeOf(1_000);
  const [short, long] = [Math.min(timeOf(7_500), timeOf(7_500)), timeOf(60_000)];
  expect(long).toBeLessThan(Math.max(100, short * 24));
});
