import { RECIPES, type RecipeFacts, recipeOf } from "../format/snippets.ts";

const RECIPE_NAMES: { [R in (typeof RECIPES)[number]]: string } = {
  homeassistant: "Home Assistant",
  prometheus: "Prometheus",
  grafana: "Grafana",
};

/** One piece of configuration a program, to be copied whole. */
export const Recipes = ({ facts }: { facts: RecipeFacts }) => (
  <>
    {RECIPES.map((recipe) => (
      <section class="panel" aria-labelledby={`recipe-${recipe}`}>
        <h2 id={`recipe-${recipe}`}>{RECIPE_NAMES[recipe]}</h2>
        <pre>{recipeOf(recipe, facts)}</pre>
      </section>
    ))}
  </>
);
