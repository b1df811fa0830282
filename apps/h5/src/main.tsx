import '@lode/ui/theme.css';
import './app/boot.css';
import './app/page-motion.css';
import { StrictMode } from 'react';
import { createRoot } from 'react-dom/client';
import { App } from './app/app.tsx';
import { reportLater, watchFaults } from './lib/faults/watch-faults.ts';

window.history.scrollRestoration = 'manual';

const root = document.getElementById('root');
if (!root) throw new Error('index.html has no #root');
watchFaults();
createRoot(root, {
  // What an error boundary caught: no other event tells of it.
  onCaughtError(error) {
    console.error(error);
    reportLater('RENDER', error);
  },
}).render(
  <StrictMode>
    <App />
  </StrictMode>,
);
