import { StrictMode } from 'react';
import { createRoot } from 'react-dom/client';
import '../theme/theme.css';
import { DemoPage } from './demo-page.tsx';

const root = document.getElementById('root');
if (root) {
  createRoot(root).render(
    <StrictMode>
      <DemoPage />
    </StrictMode>,
  );
}
