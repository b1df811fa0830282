import { createRoot } from 'react-dom/client';
import { App } from './app/app.tsx';
import './app/theme/tokens.css';
import { giveStylesTheNonce } from './app/style-nonce.ts';
import { allowTextOnly } from './app/trusted-types.ts';
import { watchAttendance } from './lib/attendance.ts';

allowTextOnly();
giveStylesTheNonce();
watchAttendance();
createRoot(document.getElementById('root') as HTMLElement).render(<App />);
