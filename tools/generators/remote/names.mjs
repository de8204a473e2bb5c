// What a remote may be called, and what follows from its name.

/**
 * First parts of addresses that are the product's own or a service's: no remote may be called so.
 * The shell draws no route for them either: `RESERVED_ADDRESSES` of `@homie/composition`, the same list.
 */
export const RESERVED_NAMES = [
  'admin',
  'api',
  'app',
  'assets',
  'auth',
  'environments',
  'functions',
  'healthz',
  'remotes',
  'rest',
  'storage',
];

/** Names of our own that are no address. */
const OTHERS = ['backend', 'shell'];

const KEBAB_CASE = /^[a-z][a-z0-9]*(-[a-z0-9]+)*$/;
const LONGEST = 32;

/**
 * Why a text cannot be the name of a new remote, or undefined.
 * @param {string} name
 * @param {string[]} taken names of the apps that are there
 */
export function nameProblem(name, taken) {
  if (!KEBAB_CASE.test(name) || name.length > LONGEST) {
    return `'${name}' is no name for a remote: lower-case words joined by hyphens, at most ${LONGEST} characters, e.g. care-plans.`;
  }
  if ([...RESERVED_NAMES, ...OTHERS].includes(name)) {
    return `'${name}' is reserved: its address or name is the product's own.`;
  }
  if (taken.includes(name)) return `There is an app called '${name}' already: apps/${name}.`;
  return undefined;
}

/**
 * @param {import('nx/src/generators/tree').Tree} tree
 * @param {string} name
 * @throws Error with a sentence when no remote can have this name here
 */
export function assertName(tree, name) {
  const problem = nameProblem(name, tree.children('apps'));
  if (problem) throw new Error(problem);
}

/**
 * The forms in which a name occurs: `care-plans`, 'Care plans', CarePlans.
 * @param {string} name
 */
export function namesOf(name) {
  const words = name.split('-');
  const sentence = words.join(' ');
  return {
    name,
    title: sentence.charAt(0).toUpperCase() + sentence.slice(1),
    component: words.map((word) => word.charAt(0).toUpperCase() + word.slice(1)).join(''),
  };
}
