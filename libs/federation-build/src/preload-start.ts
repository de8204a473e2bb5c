import type { Plugin } from 'vite';
import { staticImports } from './list-screens.ts';
import { facadeTarget, skipFacade } from './skip-facades.ts';

/** The script of `@module-federation/vite` that imports the others one after the other. */
const BOOTSTRAP = /\/mf-entry-bootstrap-[^/]+\.js$/;
const IMPORT = /__mfImport\("\.\/([^"]+)"\)/g;
const PRELOAD = /<link rel="modulepreload"[^>]* href="\/([^"]+)">\s*/g;

/**
 * Preloads all start scripts with the page of the app, instead of loading one after the other, and removes those that
 * only re-export others.
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
        const { fileName } = bootstrap;
        const folder = fileName.slice(0, fileName.lastIndexOf('/') + 1);
        let code = String(bootstrap.source);
        const steps = [...code.matchAll(IMPORT)].map(([, file]) => folder + file);
        if (steps.length < 2) this.error('preload-start.ts found no imports in the bootstrap');
        for (const step of steps) code = skipFacade(code, fileName, bundle, step, '__mfImport');
        bootstrap.source = code;
        const start = steps.flatMap((step) =>
          staticImports(bundle, facadeTarget(bundle, step) ?? step),
        );
        const text = String(html.source);
        const linked = [...text.matchAll(PRELOAD)].map(([, file = '']) => file);
        const facades = [...steps, ...linked].filter((file) => facadeTarget(bundle, file));
        const files = [...new Set([...linked, ...start])].filter((file) => !facades.includes(file));
        for (const file of facades) delete bundle[file];
        html.source = text
          .replace(PRELOAD, '')
          .replace('</head>', `${files.map(link).join('')}</head>`);
      },
    },
  };
}

const link = (file: string) => `<link rel="modulepreload" crossorigin href="/${file}">`;
