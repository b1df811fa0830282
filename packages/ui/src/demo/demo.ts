import type { ReactNode } from 'react';

/** What a component's folder shows of it: every state that a screen may meet. */
export interface Demo {
  title: string;
  Show: () => ReactNode;
}
