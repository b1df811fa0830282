import { Component, type ReactNode } from 'react';
import { BrokenPage } from './broken-page.tsx';

/** Catches what a page throws while it draws: the customer gets a way on, not a white screen. */
export class RenderBoundary extends Component<{ children: ReactNode }, { isBroken: boolean }> {
  override state = { isBroken: false };

  static getDerivedStateFromError() {
    return { isBroken: true };
  }

  override render() {
    return this.state.isBroken ? <BrokenPage /> : this.props.children;
  }
}
