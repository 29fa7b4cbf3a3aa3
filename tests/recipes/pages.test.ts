import { expect, test } from "vitest";
import { POSTERS, RECIPES, recipeOf, snippetOf } from "../../functions/pages/format/snippets.ts";
import { textOf } from "../support/documented-recipe.ts";

/** The other tests in this folder run what the documents print. */
test.each(POSTERS)("a device's page shows the recipe for %s as the documents print it", (poster) => {
  expect(textOf("devices")).toContain(`\n${snippetOf(poster, "https://HOST/api/ingest/KEY")}\n\`\`\`\n`);
});

test.each(RECIPES)("the page of API keys shows the recipe for %s as the documents print it", (recipe) => {
  const facts = { baseUrl: "https://HOST", key: "API_KEY", sensorId: "sen_EXAMPLE" };
  expect(textOf("api")).toContain(`\n${recipeOf(recipe, facts)}\n\`\`\`\n`);
});
