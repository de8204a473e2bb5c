import { realpathSync } from 'node:fs';
import { createRequire } from 'node:module';
import { parseAst, type Plugin, type Rolldown } from 'vite';
import { providedVersions } from './federation.ts';
import { readSources, SOURCES_FILE } from './sources.mjs';

const require = createRequire(import.meta.url);

/** The file next to a build that lists the names that the build provides to others, or imports from them. */
const FILE = 'contract.json';

/** Names by shared library; `*` if a module imports the whole namespace. */
type Names = Map<string, Set<string>>;

const isScript = (id: string) => /\.[jt]sx?$/.test(id.split('?')[0] ?? '');

const plain = (names: Names) =>
  Object.fromEntries([...names].sort().map(([name, set]) => [name, [...set].sort()]));

/**
 * Lists the names that a remote imports from the libraries that the page provides. A release is compared by them with
 * the shell that will run it: a name that is missing there would be `undefined` at run time.
 */
export function importedNames(): Plugin {
  const shared = new Set(Object.keys(providedVersions()));
  const imported: Names = new Map();
  const add = (library: string, name: string) =>
    imported.set(library, (imported.get(library) ?? new Set()).add(name));

  return {
    name: 'homie:imported-names',
    apply: 'build',
    enforce: 'pre',
    buildStart: () => imported.clear(),
    transform(code, id) {
      if (!isScript(id) || ![...shared].some((library) => code.includes(library))) return;
      const lang = id.split('?')[0]?.endsWith('x') ? 'tsx' : 'ts';
      for (const statement of parseAst(code, { lang }).body) {
        if (statement.type === 'ImportDeclaration' && shared.has(statement.source.value)) {
          if (statement.importKind === 'type') continue;
          for (const specifier of statement.specifiers) {
            if (specifier.type === 'ImportDefaultSpecifier') add(statement.source.value, 'default');
            else if (specifier.type === 'ImportNamespaceSpecifier')
              add(statement.source.value, '*');
            else if (specifier.importKind !== 'type')
              add(statement.source.value, nameOf(specifier.imported));
          }
        }
        if (statement.type === 'ExportNamedDeclaration' && statement.source) {
          if (!shared.has(statement.source.value) || statement.exportKind === 'type') continue;
          for (const specifier of statement.specifiers)
            if (specifier.exportKind !== 'type')
              add(statement.source.value, nameOf(specifier.local));
        }
      }
    },
    generateBundle() {
      this.emitFile({ type: 'asset', fileName: FILE, source: JSON.stringify(plain(imported)) });
    },
  };
}

/** States what a remote was built from, so that a release can refuse a stale build. */
export function sourceHashes(name: string): Plugin {
  return {
    name: 'homie:source-hashes',
    apply: 'build',
    generateBundle() {
      const source = JSON.stringify(readSources(name) ?? {});
      this.emitFile({ type: 'asset', fileName: SOURCES_FILE, source });
    },
  };
}

function nameOf(node: { type: string; name?: string; value?: unknown }): string {
  return node.type === 'Identifier' ? (node.name ?? '') : String(node.value);
}

/** Lists the versions of the shared libraries that the shell provides, and the names that each exports. */
export function providedNames(): Plugin {
  return {
    name: 'homie:provided-names',
    apply: 'build',
    async generateBundle() {
      const provides = providedVersions();
      const exports: Record<string, string[]> = {};
      for (const library of Object.keys(provides)) {
        const names = library.startsWith('@homie/')
          ? await exportsOf(realpathSync(require.resolve(library)), this)
          : // CommonJS: its names are known when it runs.
            ['default', ...Object.keys(require(library) as object)];
        exports[library] = [...new Set(names)].sort();
      }
      this.emitFile({
        type: 'asset',
        fileName: FILE,
        source: JSON.stringify({ provides, exports }),
      });
    },
  };
}

/** Returns the exports of a module, including those that it re-exports (`export * from`). */
async function exportsOf(id: string, context: Rolldown.PluginContext): Promise<string[]> {
  const { code, exports = [] } = context.getModuleInfo(id) ?? {};
  if (!code) throw new Error(`The shell does not contain ${id}`);
  const passedOn: string[] = [];
  for (const statement of parseAst(code, { lang: 'ts' }).body) {
    if (statement.type !== 'ExportAllDeclaration' || statement.exported) continue;
    const found = await context.resolve(statement.source.value, id);
    if (found) passedOn.push(...(await exportsOf(found.id, context)));
  }
  return [...exports.filter((name) => name !== '*'), ...passedOn];
}
