import { HiddenAmounts, LinkProvider, ToastHost } from '@lode/ui';
import { QueryClientProvider } from '@tanstack/react-query';
import { type ComponentType, useEffect, useState } from 'react';
import { useAmountsHidden } from '../lib/amounts-hidden.ts';
import { dropEarlyCalls } from '../lib/api/early-calls.ts';
import { createQueryClient, watchQueryClient } from '../lib/api/query-client.ts';
import { Router } from '../lib/router/router.tsx';
import { rootStore } from '../lib/session/root-store.ts';
import { followOtherTabs } from '../lib/session/session.ts';
import { whenIdle } from '../lib/when-idle.ts';
import { ErrorBoundary } from './error-boundary.tsx';
import { RouteLink } from './route-link.tsx';
import { RouterOutlet } from './router-outlet.tsx';
import { Splash } from './splash.tsx';
import { ThemeProvider } from './theme-provider.tsx';

/** The root component; renders no page before the stored state is restored. */
export function App() {
  const [queryClient] = useState(createQueryClient);
  const [isRestored, setRestored] = useState(false);
  const [UpdateManager, setUpdateManager] = useState<ComponentType | null>(null);
  const [isHidden] = useAmountsHidden();
  useEffect(() => watchQueryClient(queryClient), [queryClient]);
  useEffect(() => {
    void rootStore.hydrate().then(() => setRestored(true));
    return followOtherTabs();
  }, []);
  useEffect(
    () =>
      whenIdle(() => {
        dropEarlyCalls();
        // Offline, the chunk comes from the previous visit's cache, or updates are skipped.
        import('./update/update-manager.tsx').then(
          (chunk) => setUpdateManager(() => chunk.UpdateManager),
          () => undefined,
        );
      }),
    [],
  );
  return (
    <QueryClientProvider client={queryClient}>
      <HiddenAmounts hidden={isHidden}>
        {isRestored ? (
          <Router>
            <LinkProvider component={RouteLink}>
              <ThemeProvider />
              <RouterOutlet />
            </LinkProvider>
          </Router>
        ) : (
          <Splash />
        )}
        {isRestored && UpdateManager && (
          // A failure of the update manager must not take down the app.
          <ErrorBoundary fallback={null}>
            <UpdateManager />
          </ErrorBoundary>
        )}
        <ToastHost />
      </HiddenAmounts>
    </QueryClientProvider>
  );
}
