/** One chunk: each further one costs its name in the first script. */
export { SupportPage } from './support-page.tsx';
export { SupportThreadPage } from './support-thread-page.tsx';
export { SupportThreadsPage } from './support-threads-page.tsx';
