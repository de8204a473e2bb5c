import type { Plugin } from 'vite';
import { staticImports } from './list-screens.ts';

/** The script of `@module-federation/vite` that imports the others one after the other. */
const BOOTSTRAP = /\/mf-entry-bootstrap-[^/]+\.js$/;
const IMPORT = /__mfImport\("\.\/([^"]+)"\)/g;

/**
 * Preloads all start scripts with the page of the app, instead of loading one after the other.
 *
 * The federation plugin preloads the scripts that start the host, but not the pending shared modules and the app. No
 * upstream issue requests that. Remove this plugin once it does.
 * @param page file name of the page, e.g. `app.html`
 */
export function preloadStart(page: string): Plugin {
  return {
    name: 'homie:preload-start',
    apply: 'build',
    enforce: 'post',
    generateBundle: {
      order: 'post',
      handler(_, bundle) {
        const html = bundle[page];
        const bootstrap = Object.values(bundle).find(({ fileName }) => BOOTSTRAP.test(fileName));
        if (html?.type !== 'asset' || bootstrap?.type !== 'asset')
          return this.error('preload-start.ts found no page with the bootstrap of federation');
        const folder = bootstrap.fileName.slice(0, bootstrap.fileName.lastIndexOf('/') + 1);
        const steps = [...String(bootstrap.source).matchAll(IMPORT)].map(
          ([, file]) => folder + file,
        );
        if (steps.length < 2) this.error('preload-start.ts found no imports in the bootstrap');
        const text = String(html.source);
        const start = [...new Set(steps.flatMap((file) => staticImports(bundle, file)))];
        const missing = start.filter((file) => !text.includes(`"/${file}"`));
        html.source = text.replace('</head>', `${missing.map(link).join('')}</head>`);
      },
    },
  };
}

const link = (file: string) => `<link rel="modulepreload" crossorigin href="/${file}">`;
