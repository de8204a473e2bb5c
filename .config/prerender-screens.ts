import { readFileSync } from 'node:fs';
import react from '@vitejs/plugin-react';
import { minifySync, runnerImport, type Plugin } from 'vite';

/** Name of the file that {@link prerenderScreens} writes. */
const PRERENDERED = 'prerendered.json';

/** A screen that pages show before the app has started. */
export interface PrerenderedScreen {
  /** Path of a module whose only export renders the screen to HTML and CSS. */
  render: string;
  /** Paths of the style sheet and of the script that belong to it. */
  css: string;
  script: string;
  /** Path of a script for the head of the page: it reads what the other one needs while the page loads its files. */
  headScript: string;
}

/**
 * Writes `prerendered.json`: HTML and script of screens, by URL prefix. A server adds them to its pages.
 * @param screens by URL prefix
 */
export function prerenderScreens(screens: Readonly<Record<string, PrerenderedScreen>>): Plugin {
  return {
    name: 'homie:prerender-screens',
    apply: 'build',
    async generateBundle() {
      const rendered = await Promise.all(
        Object.entries(screens).map(async ([start, screen]) => [start, await render(screen)]),
      );
      const source = JSON.stringify(Object.fromEntries(rendered));
      this.emitFile({ type: 'asset', fileName: PRERENDERED, source });
    },
  };
}

/** Imports a module with components into the build. */
export async function importForBuild<Module>(file: string): Promise<Module> {
  const { module } = await runnerImport<Module>(file, {
    configFile: false,
    plugins: [react()],
    logLevel: 'error',
  });
  return module;
}

const minify = (file: string) => minifySync(file, readFileSync(file, 'utf8')).code.trim();

async function render({ render, css, script, headScript }: PrerenderedScreen) {
  const module = await importForBuild<Record<string, () => { html: string; css: string }>>(render);
  const [screen] = Object.values(module).map((rendering) => rendering());
  if (!screen) throw new Error(`prerender-screens.ts found no rendering in ${render}`);
  const style = `<style>${screen.css}${readFileSync(css, 'utf8')}</style>`;
  return {
    html: `<div id="prerendered-screen">${style}${screen.html}</div>`,
    script: minify(script),
    headScript: minify(headScript),
  };
}
