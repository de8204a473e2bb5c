import { defineConfig, mergeConfig } from 'vite';
import main from './vite.config.ts';

/** Writes the site of an environment for a static host. */
export default mergeConfig(
  main,
  defineConfig({
    build: {
      ssr: 'src/site.ts',
      emptyOutDir: false,
      rolldownOptions: { output: { entryFileNames: 'site.js' } },
    },
  }),
);
