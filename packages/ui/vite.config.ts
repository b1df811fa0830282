import react from '@vitejs/plugin-react';
import { defineConfig } from 'vite';

/** The page of demos, for development only: `npx vite packages/ui`. The app's build never sees it. */
export default defineConfig({
  root: import.meta.dirname,
  plugins: [react()],
  server: { port: 8160, strictPort: true },
});
