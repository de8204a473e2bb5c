import { defineConfig } from 'vite';

/** Bundles our own TypeScript, functions and contracts included; packages stay in node_modules. */
export default defineConfig({
  build: {
    ssr: 'src/main.ts',
    outDir: 'dist',
    target: 'node20',
    minify: false,
    reportCompressedSize: false,
    rolldownOptions: { output: { entryFileNames: 'main.js', codeSplitting: false } },
  },
  ssr: { noExternal: [/^@homie\//] },
});
