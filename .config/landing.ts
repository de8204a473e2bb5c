import type { Plugin } from 'vite';
import { landingFiles } from './landing-files.ts';

const TYPES: Record<string, string> = {
  css: 'text/css',
  js: 'text/javascript',
  png: 'image/png',
  svg: 'image/svg+xml',
  webmanifest: 'application/manifest+json',
  woff2: 'font/woff2',
};

/**
 * The landing page: static HTML and CSS from the design tokens, without React and without federation. The application's
 * page gets the same theme script, fonts and tokens.
 */
export function landingPage(): Plugin {
  return {
    name: 'landing-page',
    config: () => ({
      appType: 'mpa',
      build: { rolldownOptions: { input: 'app.html' } },
    }),
    transformIndexHtml: async (html) => {
      const { head } = await landingFiles();
      return html.replace('</title>', () => `</title>\n    ${head}`);
    },
    generateBundle: {
      // After the federation plugin, which adds its start-up scripts to every page of the bundle.
      order: 'post',
      async handler() {
        const { files, page } = await landingFiles();
        // The server answers with the second one where there are demo accounts.
        const demo = page.replace('class="landing-demo" hidden', 'class="landing-demo"');
        const pages = { 'index.html': page, 'demo.html': demo };
        for (const [fileName, source] of [...files, ...Object.entries(pages)]) {
          this.emitFile({ type: 'asset', fileName, source });
        }
      },
    },
    async configureServer(server) {
      const { files, page } = await landingFiles();
      server.middlewares.use((request, response, next) => {
        const { pathname } = new URL(request.url ?? '/', 'http://localhost');
        const body = pathname === '/' ? page : files.get(pathname.slice(1));
        if (body === undefined) return next();
        const type = pathname === '/' ? 'text/html' : TYPES[pathname.split('.').pop() ?? ''];
        response.setHeader('content-type', type ?? 'application/octet-stream');
        return response.end(body);
      });
    },
  };
}
