import { Component, type ReactNode } from 'react';
import { BrokenPage } from './broken-page.tsx';

interface Props {
  children: ReactNode;
  /** What stands there instead; without it the page that says so. */
  fallback?: ReactNode;
}

/** Catches what a page throws while it draws: the customer gets a way on, not a white screen. */
export class RenderBoundary extends Component<Props, { isBroken: boolean }> {
  override state = { isBroken: false };

  static getDerivedStateFromError() {
    return { isBroken: true };
  }

  override render() {
    const { children, fallback = <BrokenPage /> } = this.props;
    return this.state.isBroken ? fallback : children;
  }
}
