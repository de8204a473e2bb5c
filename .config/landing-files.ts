import { createHash } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import path from 'node:path';
import { createElement } from 'react';
import { renderToStaticMarkup } from 'react-dom/server';
import { minifySync, runnerImport, transformWithOxc } from 'vite';
import type * as FirstRequests from '../libs/api-client/src/first-requests.ts';
import { PRODUCT } from '../libs/composition/src/product.ts';
import { LogoMark } from '../libs/ui/src/brand/logo-mark.tsx';
import { colors } from '../libs/ui/src/theme/tokens.ts';
import { tokensCss } from '../libs/ui/src/theme/tokens-css.ts';

const root = path.resolve(import.meta.dirname, '..');
const landing = path.join(root, 'apps/shell/landing');
const theme = path.join(root, 'libs/ui/src/theme');
const read = (...parts: string[]) => readFileSync(path.join(...parts), 'utf8');

/** The product name until the environment sets another one; the static page has no other source. */
const PRODUCT_NAME = 'Second Homie';

/**
 * Files that the pages link without the bundler, by URL, and the HTML that uses them. Scripts and styles that a page waits
 * for are part of it: files would arrive a round trip later.
 */
export interface LandingFiles {
  files: ReadonlyMap<string, string | Uint8Array>;
  /** Tags of the application's page: theme, fonts, tokens, icon. */
  head: string;
  /** The script of the application's page that its head contains, and the one of the page with the sign-in form. */
  scripts: { app: string; signIn: string };
  /** The landing page itself. */
  page: string;
}

/** Builds the landing page, and the files that it shares with the application's page, from the design tokens. */
export async function landingFiles(): Promise<LandingFiles> {
  const files = new Map<string, string | Uint8Array>();
  function add(name: string, source: string | Uint8Array): string {
    const hash = createHash('sha256').update(source).digest('hex').slice(0, 8);
    const { name: stem, ext } = path.parse(name);
    const file = `assets/${stem}-${hash}${ext}`;
    files.set(file, source);
    return `/${file}`;
  }

  const require = createRequire(path.join(root, 'package.json'));
  const fonts: string[] = [];
  const faces = read(theme, 'fonts.css').replaceAll(
    /url\('(@fontsource[^']+)'\)/g,
    (_match, font: string) => {
      const address = add(path.basename(font), readFileSync(require.resolve(font)));
      fonts.push(address);
      return `url('${address}')`;
    },
  );
  const styles = [faces, tokensCss(), read(landing, 'base.css')].join('\n');
  const themeSource = await themeScript();
  const session = minify('session.js', read(landing, 'session.js'));
  const first = minify('first-requests.js', await firstRequestsSource());
  const signIn = minify('sign-in.js', read(landing, 'sign-in.js'));
  const scripts = {
    app: `<script>${themeSource}${first}</script>`,
    signIn: `<script>${themeSource}${session}${signIn}</script>`,
    landing: `<script>${themeSource}${session}</script>`,
  };
  const icon = add('icon.svg', iconSvg());
  const png = (name: string) =>
    add(`${name}.png`, readFileSync(path.join(landing, 'icons', `${name}.png`)));
  const touchIcon = png('touch-icon');
  const preview = png('icon-512');
  files.set('manifest.webmanifest', webManifest(png));

  const head = [
    scripts.app,
    `<link rel="preload" href="${fonts[0]}" as="font" type="font/woff2" crossorigin fetchpriority="low" />`,
    `<style>${styles}</style>`,
    `<link rel="icon" href="${icon}" type="image/svg+xml" />`,
    `<link rel="apple-touch-icon" href="${touchIcon}" />`,
    `<link rel="manifest" href="/manifest.webmanifest" />`,
    `<meta property="og:type" content="website" />`,
    `<meta property="og:site_name" content="${PRODUCT_NAME}" />`,
    `<meta property="og:title" content="${PRODUCT_NAME} · ${PRODUCT.tagline}" />`,
    `<meta property="og:description" content="${PRODUCT_NAME} is an ${PRODUCT.description}." />`,
    `<meta property="og:image" content="${preview}" />`,
    `<meta property="og:image:alt" content="The logo of ${PRODUCT_NAME}" />`,
    `<meta property="og:locale" content="en_AU" />`,
    `<meta name="theme-color" content="${colors['bg.canvas'][0]}" media="(prefers-color-scheme: light)" />`,
    `<meta name="theme-color" content="${colors['bg.canvas'][1]}" media="(prefers-color-scheme: dark)" />`,
  ].join('\n    ');

  const landingStyles = `<style>${read(landing, 'landing.css')}</style>`;
  const values: Record<string, string> = {
    ...PRODUCT,
    name: PRODUCT_NAME,
    year: String(new Date().getFullYear()),
    head: `${head.replace(scripts.app, () => scripts.landing)}\n    ${landingStyles}`,
    mark: mark(28),
    illustration: read(landing, 'illustration.svg').trim(),
  };
  const page = read(landing, 'page.html').replaceAll(
    /\{\{(\w+)\}\}/g,
    (_match, key: string) => values[key] ?? '',
  );
  return { files, head, scripts, page };
}

function mark(size: number): string {
  return renderToStaticMarkup(createElement(LogoMark, { size }));
}

/** Replaces custom properties with colours: an icon is not part of the page that defines them. */
function iconSvg(): string {
  return mark(32)
    .replace('<svg', '<svg xmlns="http://www.w3.org/2000/svg"')
    .replace('var(--homie-colors-brand-solid)', colors['brand.solid'][0])
    .replace('var(--homie-colors-accent-solid)', colors['accent.solid'][0]);
}

/** @param png adds an icon and returns its address */
function webManifest(png: (name: string) => string): string {
  const icon = (name: string, size: number, purpose: string) => ({
    src: png(name),
    sizes: `${size}x${size}`,
    type: 'image/png',
    purpose,
  });
  return JSON.stringify({
    name: PRODUCT_NAME,
    short_name: PRODUCT_NAME,
    description: `${PRODUCT_NAME} is an ${PRODUCT.description}.`,
    lang: 'en-AU',
    start_url: '/app',
    scope: '/',
    display: 'standalone',
    background_color: colors['bg.canvas'][0],
    theme_color: colors['bg.canvas'][0],
    icons: [
      icon('icon-192', 192, 'any'),
      icon('icon-512', 512, 'any'),
      icon('icon-maskable', 512, 'maskable'),
    ],
  });
}

let importing: Promise<{ module: typeof FirstRequests }> | undefined;

/** Returns first-requests.js with the values that the client library defines. */
async function firstRequestsSource(): Promise<string> {
  const file = path.join(root, 'libs/api-client/src/first-requests.ts');
  // Once per process: it takes longer than everything else here, which runs several times in a build.
  importing ??= runnerImport<typeof FirstRequests>(file, { configFile: false });
  const { firstRequests, CONVERSATION_ID } = (await importing).module;
  const values = JSON.stringify([firstRequests, CONVERSATION_ID]);
  const script = read(landing, 'first-requests.js');
  return `{const [REQUESTS,CONVERSATION_ID]=${values};${script}}`;
}

async function themeScript(): Promise<string> {
  const file = path.join(theme, 'apply-stored-theme.ts');
  const { code } = await transformWithOxc(read(file), file, { sourcemap: false });
  return minify(file.replace(/ts$/, 'js'), code);
}

function minify(file: string, code: string): string {
  return minifySync(file, code).code;
}
