// Validates the name of a remote and derives its other forms.

/**
 * First path segments that the product or a service uses itself: no remote can have such a name. The shell renders no
 * route for them either: `RESERVED_ADDRESSES` of `@homie/composition` is the same list.
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

/** Reserved names that are not path segments. */
const OTHERS = ['backend', 'shell'];

const KEBAB_CASE = /^[a-z][a-z0-9]*(-[a-z0-9]+)*$/;
const LONGEST = 32;

/**
 * Returns why a text is not valid as the name of a new remote, or undefined if it is.
 * @param {string} name
 * @param {string[]} taken names of the existing apps
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
 * Validates the name of a new remote.
 * @param {import('nx/src/generators/tree').Tree} tree
 * @param {string} name
 * @throws Error if no remote can have this name in this workspace
 */
export function assertName(tree, name) {
  const problem = nameProblem(name, tree.children('apps'));
  if (problem) throw new Error(problem);
}

/**
 * Returns the forms of a name: `care-plans`, 'Care plans', CarePlans.
 * @param {string} name
 */
export function deriveNames(name) {
  const words = name.split('-');
  const sentence = words.join(' ');
  return {
    name,
    title: sentence.charAt(0).toUpperCase() + sentence.slice(1),
    component: words.map((word) => word.charAt(0).toUpperCase() + word.slice(1)).join(''),
  };
}
