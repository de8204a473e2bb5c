// The forms of a resource's name.

const KEBAB_CASE = /^[a-z][a-z0-9]*(-[a-z0-9]+)*$/;
const LONGEST = 32;

/** @param {string[]} words */
const toPascal = (words) =>
  words.map((word) => word.charAt(0).toUpperCase() + word.slice(1)).join('');

/** @param {string} text */
const toCamel = (text) => text.charAt(0).toLowerCase() + text.slice(1);

/**
 * Returns the forms of a name that files, code, tables and sentences need.
 * @param {string} name the noun for one record, e.g. `day-program`
 * @param {string} [plural] the noun for several; the name with an s by default
 * @throws Error if a noun is not lower-case words joined by hyphens
 */
export function deriveNames(name, plural = `${name}s`) {
  for (const noun of [name, plural]) {
    if (!KEBAB_CASE.test(noun) || noun.length > LONGEST) {
      throw new Error(
        `'${noun}' is not a name for a resource: use lower-case words joined by hyphens, at most ${LONGEST} characters, e.g. day-program.`,
      );
    }
  }
  if (name === plural) throw new Error('One record and several need different nouns.');
  const one = name.split('-');
  const many = plural.split('-');
  const sentence = many.join(' ');
  return {
    name,
    plural,
    table: many.join('_'),
    one: one.join(' '),
    many: sentence,
    title: sentence.charAt(0).toUpperCase() + sentence.slice(1),
    One: toPascal(one),
    Many: toPascal(many),
    camel: toCamel(toPascal(one)),
  };
}
