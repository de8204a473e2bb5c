import type { SystemContext } from '@chakra-ui/react/styled-system';

type Make = SystemContext['cva'];
type Recipe = ReturnType<Make>;

/**
 * Makes each recipe once. Chakra does so whenever a component renders, and what a recipe has worked out is lost with it:
 * a good part of what drawing a component costs.
 */
export function keptRecipes(make: Make): Make {
  const kept = (create: (key: object) => Recipe) => {
    const recipes = new WeakMap<object, Recipe>();
    return (key: object) => {
      const known = recipes.get(key);
      if (known) return known;
      const recipe = create(key);
      const { merge } = recipe;
      // A component that was made from another has the recipes of both.
      recipe.merge = kept((other) => merge.call(recipe, other));
      recipes.set(key, recipe);
      return recipe;
    };
  };
  const recipeOf = kept(make);
  // What is kept under a definition was made from that very definition.
  return recipeOf as Make;
}

/** Keeps each answer. Chakra asks for each property of each component several times, and looks long for what it has kept. */
export function keptAnswers(ask: (name: string) => boolean): (name: string) => boolean {
  const answers = new Map<string, boolean>();
  return (name) => {
    const known = answers.get(name);
    if (known !== undefined) return known;
    const answer = ask(name);
    answers.set(name, answer);
    return answer;
  };
}
