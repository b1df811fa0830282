import '@lode/ui/theme.css';
import { createRoot } from 'react-dom/client';
import { Phone } from './phone.tsx';
import type { PhoneWindow } from './phone-message.ts';

const root = createRoot(document.getElementById('root') as HTMLElement);

// Dialogs of the app take and keep the focus: here that would take it from the form, and keep it in the frame.
HTMLElement.prototype.focus = () => undefined;
window.addEventListener('keydown', (event) => event.key === 'Tab' && event.stopImmediatePropagation(), true);
// A preview leads nowhere.
window.addEventListener('click', (event) => (event.target as Element).closest('a') && event.preventDefault(), true);

(window as PhoneWindow).showOnPhone = ({ shown, page, theme, isDark }) => {
  const { dataset } = document.documentElement;
  dataset.theme = theme;
  if (isDark && theme === 'default') dataset.appearance = 'dark';
  else delete dataset.appearance;
  root.render(<Phone key={JSON.stringify({ shown, page })} shown={shown} page={page} />);
};
