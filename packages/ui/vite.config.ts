import react from '@vitejs/plugin-react';
import { defineConfig } from 'vite';

/** The demo page, for development only: `npx vite packages/ui`. */
export default defineConfig({
  root: import.meta.dirname,
  plugins: [react()],
  server: { port: 8160, strictPort: true },
});
