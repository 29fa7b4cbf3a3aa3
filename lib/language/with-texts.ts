type Tree = { readonly [name: string]: unknown };

const isTree = (value: unknown): value is Tree =>
  typeof value === "object" && value !== null && !Array.isArray(value);

/** Plain texts and the functions of values as one catalogue, each under its name. */
export function withTexts<Texts extends Tree, Told extends Tree>(texts: Texts, told: Told): Texts & Told {
  const whole: Record<string, unknown> = { ...texts };
  for (const [name, value] of Object.entries(told)) {
    const beside = whole[name];
    whole[name] = isTree(beside) && isTree(value) ? withTexts(beside, value) : value;
  }
  return whole as Texts & Told;
}
