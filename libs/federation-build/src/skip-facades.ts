import path from 'node:path';
import { parseAst, type Plugin, type Rolldown } from 'vite';

/**
 * Imports what a facade re-exports from the file that has the code. The bundler writes a facade for each entry whose
 * modules are grouped with others, and a page would request it first.
 */
export function skipFacades(): Plugin {
  return {
    name: 'homie:skip-facades',
    apply: 'build',
    generateBundle: {
      // Before Vite lists the imports of each file.
      order: 'pre',
      handler(_, bundle) {
        for (const file of Object.values(bundle)) {
          if (file.type !== 'chunk') continue;
          for (const facade of file.dynamicImports) {
            const target = facadeTarget(bundle, facade);
            if (!target) continue;
            file.code = skipFacade(file.code, file.fileName, bundle, facade);
            file.dynamicImports = file.dynamicImports.map((name) =>
              name === facade ? target : name,
            );
          }
        }
      },
    },
  };
}

/** Returns the file that a facade re-exports, or `undefined` if `file` has code. */
export function facadeTarget(bundle: Rolldown.OutputBundle, file: string): string | undefined {
  const chunk = bundle[file];
  const isFacade = chunk?.type === 'chunk' && chunk.moduleIds.length === 0;
  return isFacade && chunk.imports.length === 1 ? chunk.imports[0] : undefined;
}

/**
 * Replaces each import of a facade in a script by one of the file that has the code.
 * @param fileName of the script
 * @param call function that imports a relative address
 */
export function skipFacade(
  code: string,
  fileName: string,
  bundle: Rolldown.OutputBundle,
  facade: string,
  call = 'import',
): string {
  const target = facadeTarget(bundle, facade);
  const chunk = bundle[facade];
  if (!target || chunk?.type !== 'chunk') return code;
  const addressOf = (file: string) => {
    const relative = path.posix.relative(path.posix.dirname(fileName), file);
    return relative.startsWith('.') ? relative : `./${relative}`;
  };
  const skipped = `${call}("${addressOf(target)}").then((file) => (${reExports(chunk.code)}))`;
  return ['"', "'", '`'].reduce(
    (text, quote) =>
      text.replaceAll(`${call}(${quote}${addressOf(facade)}${quote})`, () => skipped),
    code,
  );
}

/** Returns an object literal with the exports of a facade, whose file is `file`. */
function reExports(code: string): string {
  const locals = new Map<string, string>();
  const exported: [string, string][] = [];
  for (const node of parseAst(code).body) {
    if (node.type === 'ImportDeclaration')
      for (const specifier of node.specifiers)
        if (specifier.type === 'ImportSpecifier')
          locals.set(specifier.local.name, nameOf(specifier.imported));
    if (node.type !== 'ExportNamedDeclaration') continue;
    for (const { local, exported: name } of node.specifiers)
      exported.push([
        nameOf(name),
        node.source ? nameOf(local) : (locals.get(nameOf(local)) ?? ''),
      ]);
  }
  if (exported.length === 0 || exported.some(([, name]) => !name))
    throw new Error(`skip-facades.ts cannot read ${code}`);
  return `{ ${exported.map(([name, from]) => `${name}: file.${from}`).join(', ')} }`;
}

const nameOf = (node: { type: string; name?: string; value?: unknown }): string =>
  node.type === 'Identifier' ? (node.name ?? '') : String(node.value);
