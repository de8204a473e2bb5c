import react from '@vitejs/plugin-react';
import { defineConfig } from 'vitest/config';

const ignored = ['**/node_modules/**', '**/dist/**', '**/dist-types/**', 'e2e/**'];
/** Patient: what is right but slow on a busy computer costs nothing while it passes. */
const patience = { testTimeout: 300_000, hookTimeout: 300_000 };
const server = [
  '**/*.http.test.ts',
  '**/*.deno.test.ts',
  '**/*.contract.test.ts',
  'supabase/tests/**',
];

/**
 * Four kinds of checks, one runner. `unit` needs nothing; `database` runs SQL stories and the
 * contract tests of the embedded backend; `http` talks to a real server; `deno` to functions that run
 * on Deno. All but the first start real databases, so their files run two at a time; they keep nothing in modules, so
 * a process loads and compiles the server once for all its files.
 */
export default defineConfig({
  root: new URL('..', import.meta.url).pathname,
  plugins: [react()],
  test: {
    projects: [
      {
        extends: true,
        test: {
          name: 'unit',
          setupFiles: [new URL('vitest-dom.ts', import.meta.url).pathname],
          include: ['**/*.test.{ts,tsx}', 'tools/**/*.test.mjs'],
          exclude: [...ignored, ...server],
          ...patience,
        },
      },
      {
        extends: true,
        test: {
          name: 'database',
          isolate: false,
          include: ['supabase/tests/**/*.test.ts', 'supabase/local/**/*.contract.test.ts'],
          exclude: [...ignored, '**/*.http.test.ts'],
          ...patience,
          maxWorkers: 2,
        },
      },
      {
        extends: true,
        test: {
          name: 'http',
          isolate: false,
          include: ['**/*.http.test.ts'],
          exclude: ignored,
          ...patience,
          maxWorkers: 2,
        },
      },
      {
        extends: true,
        test: {
          name: 'deno',
          include: ['supabase/functions/tests/deno/*.deno.test.ts'],
          exclude: ignored,
          ...patience,
          maxWorkers: 2,
        },
      },
    ],
  },
});
