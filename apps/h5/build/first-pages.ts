import { join } from 'node:path';

const source = join(import.meta.dirname, '..', 'src');

/** Entry points of most visits. */
export const entry = join(source, 'main.tsx');
export const login = join(source, 'features/session/login-page.tsx');
export const home = join(source, 'features/home/index-page.tsx');

/** Runs before the app's scripts have come. */
export const start = join(source, 'start/start.ts');
