/** What the API answers where the house may not serve. */
export const regionClosedCode = 451;

let listener: () => void = () => undefined;

/** Whoever shows the pages listens: the one that says so takes the place of any other. */
export function onRegionClosed(next: () => void): void {
  listener = next;
}

export const tellRegionClosed = () => listener();
