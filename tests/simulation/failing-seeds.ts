/** Histories that once broke a promise, and what it was. They are played again with every `npm test`. */
export const FAILING_SEEDS: readonly { seed: number; events: number; because: string }[] = [
  {
    ...{ seed: 16, events: 40 },
    because: "a repeated post was judged by the wrong clock of its instance, and its alert opened in 2030",
  },
];
