import { parseAst, type Plugin } from 'vite';

/** Chunks of the bundler's own functions: those that wrap modules, and the one that Vite calls at each `import()`. */
const HELPERS = /^(rolldown-runtime|vite-preload-helper)$/;

/**
 * Copies the bundler's helpers into the files that use them, each file only those that it needs. Otherwise every page
 * requests two more files of a few hundred bytes first. The bundler keeps its runtime in a separate file, no matter how
 * the modules are grouped.
 */
export function inlineHelpers(): Plugin {
  return {
    name: 'homie:inline-helpers',
    apply: 'build',
    renderChunk(code, { imports }, _, { chunks }) {
      let inlined = code;
      for (const file of imports) {
        const helpers = chunks[file];
        if (!helpers || !HELPERS.test(helpers.name)) continue;
        const source = Object.values(helpers.modules).map((module) => module.code);
        inlined = replaceImport(inlined, file.slice(file.lastIndexOf('/')), source.join('\n'));
      }
      return inlined === code ? null : inlined;
    },
    generateBundle: {
      // Before Vite lists the imports of each file.
      order: 'pre',
      handler(_, bundle) {
        for (const helpers of Object.values(bundle)) {
          if (helpers.type !== 'chunk' || !HELPERS.test(helpers.name)) continue;
          const { fileName } = helpers;
          for (const file of Object.values(bundle)) {
            if (file.type !== 'chunk' || !file.imports.includes(fileName)) continue;
            if (file.code.includes(fileName.slice(fileName.lastIndexOf('/'))))
              this.error(`inline-helpers.ts found an unknown import of ${fileName}`);
            file.imports = file.imports.filter((name) => name !== fileName);
          }
          delete bundle[fileName];
        }
      },
    },
  };
}

/** Replaces the import of `file` in `code` by the definitions of what it imports. */
function replaceImport(code: string, file: string, source: string): string {
  const found = parseAst(code).body.find(
    (node) => node.type === 'ImportDeclaration' && node.source.value.endsWith(file),
  );
  if (found?.type !== 'ImportDeclaration') return code;
  const locals = found.specifiers.map(({ local }) => local.name);
  // The bundler appends a number if the chunk has another variable of that name.
  const names = locals.map((local) => local.replace(/\$\d+$/, ''));
  const inlined = locals.length
    ? `var [${locals.join()}] = (() => {\n${define(names, source)}\nreturn [${names.join()}];\n})();`
    : '';
  return code.slice(0, found.start) + inlined + code.slice(found.end);
}

/** Returns the statements of `source` that define `names`, in their order, and those that they need. */
function define(names: readonly string[], source: string): string {
  const statements = parseAst(source).body.map((node) => {
    const declared =
      node.type === 'VariableDeclaration'
        ? node.declarations.map(({ id }) => (id.type === 'Identifier' ? id.name : ''))
        : [node.type === 'FunctionDeclaration' ? (node.id?.name ?? '') : ''];
    return { declared, text: source.slice(node.start, node.end) };
  });
  const needed = new Set(names);
  // Iterating a set also visits values that are added in the meantime.
  for (const name of needed) {
    const statement = statements.find(({ declared }) => declared.includes(name));
    if (!statement) throw new Error(`inline-helpers.ts found no definition of ${name}`);
    for (const other of statements.flatMap(({ declared }) => declared))
      if (new RegExp(String.raw`\b${other}\b`).test(statement.text)) needed.add(other);
  }
  return statements
    .filter(({ declared }) => declared.some((name) => needed.has(name)))
    .map(({ text }) => text)
    .join('\n');
}
