import { createRoot } from 'react-dom/client';
import { App } from './app/app.tsx';
import './app/theme/tokens.css';
import { allowTextOnly } from './app/trusted-types.ts';

allowTextOnly();
createRoot(document.getElementById('root') as HTMLElement).render(<App />);
