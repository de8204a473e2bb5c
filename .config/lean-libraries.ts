import type { Plugin } from 'vite';

/** What a library leaves behind that a bundler may not drop by itself, and how it is made droppable. */
interface Leftover {
  file: RegExp;
  change: (code: string) => string;
}

const leftovers: readonly Leftover[] = [
  {
    // Components that nobody imports stay: the call that makes them counts as work, and so does the
    // name that they are given for React's developer tools.
    file: /\/react-router\/dist\/production\/chunk-\w+\.mjs$/,
    change: (code) =>
      code
        .replace(
          /^(var \w+ = )(?=React\d*\.(?:createContext|forwardRef|memo)\()/gm,
          '$1/* @__PURE__ */ ',
        )
        .replace(/^\w+\.displayName = "\w+";$/gm, ''),
  },
  {
    // Of the whole file only the version is read.
    file: /\/@module-federation\/runtime\/package\.json$/,
    change: (json) => {
      const { version } = JSON.parse(json) as { version: string }; // a package's own description
      return JSON.stringify({ version });
    },
  },
];

/** Makes what the product does not use of a library disappear from the first load. */
export function leanLibraries(): Plugin {
  return {
    name: 'homie:lean-libraries',
    apply: 'build',
    enforce: 'pre',
    transform: {
      filter: { id: leftovers.map(({ file }) => file) },
      handler: (code, id) => leftovers.find(({ file }) => file.test(id))?.change(code),
    },
  };
}
