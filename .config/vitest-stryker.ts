import path from 'node:path';
import react from '@vitejs/plugin-react';
import { defineConfig } from 'vitest/config';

const root = path.resolve(import.meta.dirname, '..');

/**
 * The unit tests of the code that `npm run mutants:code` changes, as one project: Stryker runs them for each mutant.
 */
export default defineConfig({
  root,
  plugins: [react()],
  test: {
    include: [
      'libs/auth/src/**/*.test.{ts,tsx}',
      'supabase/functions/_shared/{ai,domain,files}/**/*.test.ts',
    ],
    // These tests measure time, and changed code is slower.
    exclude: ['**/*-robustness.test.ts'],
    setupFiles: [path.join(root, '.config/vitest-dom.ts')],
    isolate: false,
    testTimeout: 60_000,
  },
});
