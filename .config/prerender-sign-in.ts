import path from 'node:path';
import type { Plugin } from 'vite';
import { landingFiles } from './landing-files.ts';
import { importForBuild } from './prerender-screens.ts';
import type * as Rendering from './render-sign-in.tsx';

const MODULE = path.join(import.meta.dirname, 'render-sign-in.tsx');
const ROOT = '<div id="root">';
const ICON = '<link rel="icon"';

/** Until the app shows a screen. Without the page's script, or in a browser that is too old, there is no form. */
const SWITCH = `#prerendered{display:none}
@supports selector(:state(a)){
html[data-prerendered=""] #prerendered{display:block}
html[data-prerendered=""] #root{display:none}
#prerendered [aria-label=Theme]{visibility:hidden}
#prerendered[data-demo=false] [data-demo-accounts],#prerendered[data-passkeys=false] [data-passkey],html[data-no-passkeys] [data-passkey]{display:none}
}`;

/**
 * Writes `sign-in.html`: the page of the app with the sign-in form as HTML, so that users can type before the app has
 * started. The server replaces `{{productName}}`, `{{passkeys}}` and `{{demo}}`.
 */
export function prerenderSignIn(): Plugin {
  return {
    name: 'homie:prerender-sign-in',
    apply: 'build',
    enforce: 'post',
    generateBundle: {
      order: 'post',
      async handler(_, bundle) {
        const page = bundle['app.html'];
        if (page?.type !== 'asset') return this.error('prerender-sign-in.ts found no app.html');
        const { renderSignIn } = await importForBuild<typeof Rendering>(MODULE);
        const { html, css } = renderSignIn('{{productName}}');
        const { scripts } = await landingFiles();
        const styles = `<style class="prerendered">${css}${SWITCH}</style>`;
        // If the page's script fails, the browser must not put the password into the URL.
        const form = html.replace('<form ', '<form method="post" ');
        const text = String(page.source);
        for (const part of [scripts.app, ICON, ROOT])
          if (!text.includes(part)) this.error(`prerender-sign-in.ts found no ${part} in app.html`);
        const source = text
          .replace(scripts.app, () => scripts.signIn)
          .replace(ICON, () => `${styles}\n    ${ICON}`)
          .replace(
            ROOT,
            () =>
              `<div id="prerendered" class="prerendered" data-passkeys="{{passkeys}}" data-demo="{{demo}}">${form}</div>\n    ${ROOT}`,
          );
        this.emitFile({ type: 'asset', fileName: 'sign-in.html', source });
      },
    },
  };
}
