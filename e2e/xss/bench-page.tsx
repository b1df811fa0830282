import { createRoot } from 'react-dom/client';
import { sinks } from './sinks.tsx';

declare global {
  interface Window {
    sinkNames: readonly { name: string; isMarkup: boolean; isBroken: boolean }[];
    /** Renders payloads in a sink, interacts with them, and returns how many ran. */
    tryPayloads(sink: string, payloads: readonly string[]): Promise<number>;
    /** Policy violations since the page was opened. */
    violations: string[];
  }
}

let executed = 0;
for (const name of ['alert', 'confirm', 'prompt', 'print'] as const) {
  Object.defineProperty(window, name, { value: () => void executed++, writable: false, configurable: false });
}
window.violations = [];
document.addEventListener('securitypolicyviolation', ({ violatedDirective, blockedURI }) => {
  window.violations.push(`${violatedDirective} ${blockedURI}`);
});

// Links to script addresses are detected before they are followed, because nothing may leave the page.
const scriptAddress = /^[\s\p{Cc}]*(?:j\s*a\s*v\s*a\s*s\s*c\s*r\s*i\s*p\s*t|v\s*b\s*s\s*c\s*r\s*i\s*p\s*t|data)\s*:/iu;
document.addEventListener('click', (event) => {
  const link = event.target instanceof Element ? event.target.closest('a, area') : null;
  if (scriptAddress.test(link?.getAttribute('href') ?? link?.getAttribute('xlink:href') ?? '')) executed++;
  event.preventDefault();
});
document.addEventListener('submit', (event) => event.preventDefault());

const gestures = ['pointerover', 'mouseover', 'mouseenter', 'mousedown', 'touchstart', 'focus', 'keydown', 'click'];
/** Long enough for missing images to fail. */
const settled = () => new Promise((resolve) => setTimeout(resolve, 100));

window.sinkNames = sinks.map(({ name, isMarkup = false, isBroken = false }) => ({ name, isMarkup, isBroken }));
window.tryPayloads = async (name, payloads) => {
  const Show = sinks.find((sink) => sink.name === name)?.Show;
  if (!Show) throw new Error(`there is no sink called ${name}`);
  executed = 0;
  const ground = document.body.appendChild(document.createElement('main'));
  const root = createRoot(ground);
  root.render(payloads.map((payload, i) => <Show key={i} text={payload} />));
  await settled();
  for (const element of document.body.querySelectorAll('*')) {
    for (const gesture of gestures) {
      element.dispatchEvent(new MouseEvent(gesture, { bubbles: true, cancelable: true }));
    }
  }
  await settled();
  root.unmount();
  document.body.replaceChildren();
  return executed;
};
