/** API code where the service is not available. */
export const regionClosedCode = 451;

let listener: () => void = () => undefined;

/** Registers the one listener, which shows the page for closed regions. */
export function onRegionClosed(next: () => void): void {
  listener = next;
}

export const notifyRegionClosed = () => listener();
