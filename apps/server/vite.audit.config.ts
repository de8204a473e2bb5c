import { defineConfig, mergeConfig } from 'vite';
import main from './vite.config.ts';

/** The operator's command for the audit log. */
export default mergeConfig(
  main,
  defineConfig({
    build: {
      ssr: 'src/audit.ts',
      emptyOutDir: false,
      rolldownOptions: { output: { entryFileNames: 'audit.js' } },
    },
  }),
);
