import { Component, type ReactNode } from 'react';
import { ErrorPage } from './error-page.tsx';

interface Props {
  children: ReactNode;
  /** Defaults to the error page. */
  fallback?: ReactNode;
}

/** Shows an error page instead of a blank screen when a page throws. */
export class ErrorBoundary extends Component<Props, { hasError: boolean }> {
  override state = { hasError: false };

  static getDerivedStateFromError() {
    return { hasError: true };
  }

  override render() {
    const { children, fallback = <ErrorPage /> } = this.props;
    return this.state.hasError ? fallback : children;
  }
}
