import { RECIPE_NAMES, RECIPE_TEXTS, RECIPES, type RecipeFacts } from "../format/recipes.ts";

/** One piece of configuration a program, to be copied whole. */
export const Recipes = ({ facts }: { facts: RecipeFacts }) => (
  <>
    {RECIPES.map((recipe) => (
      <section class="panel" aria-labelledby={`recipe-${recipe}`}>
        <h2 id={`recipe-${recipe}`}>{RECIPE_NAMES[recipe]}</h2>
        <pre>{RECIPE_TEXTS[recipe](facts)}</pre>
      </section>
    ))}
  </>
);
