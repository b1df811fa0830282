import type { ReactNode } from 'react';

/** Demo of a component, with every state that a screen may have. */
export interface Demo {
  title: string;
  Show: () => ReactNode;
}
