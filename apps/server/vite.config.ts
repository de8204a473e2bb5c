import { defineConfig } from 'vite';

/** Bundles our own TypeScript, functions and contracts included; packages stay in node_modules. */
export default defineConfig({
  build: {
    ssr: true,
    outDir: 'dist',
    target: 'node20',
    minify: false,
    reportCompressedSize: false,
    rolldownOptions: {
      input: {
        homie: 'src/cli/homie.ts',
        'extraction-worker': 'src/data/files/extraction-worker.ts',
      },
      output: { entryFileNames: '[name].js', chunkFileNames: '[name]-[hash].js' },
    },
  },
  ssr: { noExternal: [/^@homie\//] },
});
