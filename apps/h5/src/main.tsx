import '@lode/ui/theme.css';
import './app/boot.css';
import './app/page-motion.css';
import { StrictMode } from 'react';
import { createRoot } from 'react-dom/client';
import { App } from './app/app.tsx';
import { watchFaults } from './lib/faults/watch-faults.ts';

window.history.scrollRestoration = 'manual';

const root = document.getElementById('root');
if (!root) throw new Error('index.html has no #root');
watchFaults();
createRoot(root, {
  // Of what an error boundary caught, no event tells: thrown again, it is logged and reported as others are.
  onCaughtError: (error) =>
    queueMicrotask(() => {
      throw error;
    }),
}).render(
  <StrictMode>
    <App />
  </StrictMode>,
);
