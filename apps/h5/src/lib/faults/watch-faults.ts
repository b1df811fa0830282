import type { Input } from '@lode/contract';

type Kind = Input<'reportFault'>['kind'];

/** The chunk comes with the first failure; without it the browser's console is the only log. */
function reportLater(kind: Kind, reason: unknown): void {
  import('./report-fault.ts').then(
    ({ reportFault }) => reportFault(kind, reason),
    () => undefined,
  );
}

/** Reports what fails without a screen that shows it. The browser logs it too. */
export function watchFaults(): void {
  window.addEventListener('unhandledrejection', ({ reason }) => reportLater('PROMISE', reason));
  window.addEventListener('error', ({ error }) => {
    // A script or picture that did not load has no error.
    if (error) reportLater('ERROR', error);
  });
}
