import { QueryClientProvider } from '@tanstack/react-query';
import { App as AntApp, ConfigProvider } from 'antd';
import zhCN from 'antd/locale/zh_CN';
import { useCallback, useMemo, useSyncExternalStore } from 'react';
import { RouterProvider } from 'react-router';
import { createQueryClient } from '../lib/query-client.ts';
import styles from './app.module.css';
import { createRouter } from './router.tsx';
import { styleNonce } from './style-nonce.ts';
import { themeOf } from './theme/theme.ts';

function useMedia(query: string): boolean {
  const media = useMemo(() => window.matchMedia(query), [query]);
  const watch = useCallback(
    (changed: () => void) => {
      media.addEventListener('change', changed);
      return () => media.removeEventListener('change', changed);
    },
    [media],
  );
  return useSyncExternalStore(watch, () => media.matches);
}

export function App() {
  const isDark = useMedia('(prefers-color-scheme: dark)');
  const isStill = useMedia('(prefers-reduced-motion: reduce)');
  const theme = useMemo(() => themeOf({ isDark, isStill }), [isDark, isStill]);
  const [queryClient, router] = useMemo(() => {
    const client = createQueryClient();
    return [client, createRouter(client)];
  }, []);
  return (
    <ConfigProvider
      locale={zhCN}
      theme={theme}
      componentSize="middle"
      button={{ autoInsertSpace: false }}
      {...(styleNonce !== undefined && { csp: { nonce: styleNonce } })}
    >
      <AntApp className={styles.whole}>
        <QueryClientProvider client={queryClient}>
          <RouterProvider router={router} />
        </QueryClientProvider>
      </AntApp>
    </ConfigProvider>
  );
}
