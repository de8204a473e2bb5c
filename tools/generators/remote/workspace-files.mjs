// Files of the workspace that name every remote. Each function returns a file with its new text.

/** The next free port of the development servers. */
export function addDevPort(tree, name) {
  const file = '.config/ports.ts';
  const text = tree.read(file, 'utf-8');
  const ports = [...text.matchAll(/: (\d+),/g)].map(([, port]) => Number(port));
  const end = '} as const;';
  if (ports.length === 0 || !text.includes(end)) {
    throw new Error(`${file} is not the list of ports that it was: add ${name} by hand.`);
  }
  const key = name.includes('-') ? `'${name}'` : name;
  return { file, text: text.replace(end, `  ${key}: ${Math.max(...ports) + 1},\n${end}`) };
}

/** `tsc -b` covers the app: a reference beside those of the other apps. */
export function addTypes(tree, name) {
  const file = 'tsconfig.json';
  const config = JSON.parse(tree.read(file, 'utf-8'));
  const isApp = ({ path }) => path.startsWith('apps/');
  const at = config.references.findLastIndex(isApp) + 1;
  const references = config.references.toSpliced(at, 0, { path: `apps/${name}` });
  return { file, text: JSON.stringify({ ...config, references }) };
}

/**
 * The lock file as npm would write it: a workspace more, and no package from anywhere.
 * So nothing has to be installed, and `npm start` on another computer installs what it did before.
 */
export function addToLock(tree, name) {
  const file = 'package-lock.json';
  const lock = JSON.parse(tree.read(file, 'utf-8'));
  const app = `apps/${name}`;
  const packages = {
    ...lock.packages,
    [app]: manifestOf(tree, app),
    [`node_modules/@homie/${name}`]: { resolved: app, link: true },
  };
  const sorted = Object.entries(packages).toSorted(([one], [other]) =>
    one.localeCompare(other, 'en'),
  );
  return {
    file,
    text: `${JSON.stringify({ ...lock, packages: Object.fromEntries(sorted) }, null, 2)}\n`,
  };
}

function manifestOf(tree, app) {
  const { name, version, dependencies } = JSON.parse(tree.read(`${app}/package.json`, 'utf-8'));
  return { name, version, dependencies };
}
