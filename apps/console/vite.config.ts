import { join } from 'node:path';
import react from '@vitejs/plugin-react';
import { defineConfig } from 'vite';

/** The server puts a new value in its place at each visit: `console-pages.ts`. */
const nonce = 'LODE-STYLE-NONCE';

export default defineConfig({
  root: import.meta.dirname,
  base: '/',
  html: { cspNonce: nonce },
  plugins: [react()],
  build: {
    outDir: '../../dist/console',
    emptyOutDir: true,
    sourcemap: false,
    modulePreload: { polyfill: false },
    // Inlined images need `data:`, which the policy forbids.
    assetsInlineLimit: 0,
    // Of antd nearly all comes at once; staff keep the chunk across releases.
    chunkSizeWarningLimit: 1500,
    target: ['es2022', 'chrome111', 'safari16.4'],
    rolldownOptions: {
      // What customers see, in a frame of its own: their styles are the whole page's.
      input: ['index.html', 'phone.html'].map((page) => join(import.meta.dirname, page)),
      output: {
        entryFileNames: 'js/[name]-[hash].js',
        chunkFileNames: 'js/[name]-[hash].js',
        assetFileNames: ({ names: [name = ''] }) =>
          name.endsWith('.css') ? 'css/[name]-[hash][extname]' : 'assets/[name]-[hash][extname]',
        codeSplitting: {
          groups: [
            { name: 'react', test: /rolldown.runtime|node_modules.(react|react-dom|scheduler)[\\/]/, priority: 1 },
            { name: 'libraries', test: /node_modules/ },
          ],
        },
      },
    },
  },
  server: { port: 8171, strictPort: true, proxy: { '/staff/': 'http://127.0.0.1:8081' } },
});
