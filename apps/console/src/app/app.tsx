import { QueryClientProvider } from '@tanstack/react-query';
import { App as AntApp, ConfigProvider } from 'antd';
import zhCN from 'antd/locale/zh_CN';
import { useMemo, useSyncExternalStore } from 'react';
import { RouterProvider } from 'react-router';
import { createQueryClient } from '../lib/query-client.ts';
import { stateTexts } from '../locales/zh/states.ts';
import styles from './app.module.css';
import { createRouter } from './router.tsx';
import { styleNonce } from './style-nonce.ts';
import { themeOf } from './theme/theme.ts';

const dark = window.matchMedia('(prefers-color-scheme: dark)');

function watchAppearance(changed: () => void): () => void {
  dark.addEventListener('change', changed);
  return () => dark.removeEventListener('change', changed);
}

/** Not antd's own, which stays in the button, unseen but read aloud, where no motion tells of its end. */
const workingIcon = <span role="img" aria-label={stateTexts.working} className={styles.working} />;

export function App() {
  const isDark = useSyncExternalStore(watchAppearance, () => dark.matches);
  const theme = useMemo(() => themeOf(isDark), [isDark]);
  const [queryClient, router] = useMemo(() => {
    const client = createQueryClient();
    return [client, createRouter(client)];
  }, []);
  return (
    <ConfigProvider
      locale={zhCN}
      theme={theme}
      componentSize="middle"
      button={{ autoInsertSpace: false, loadingIcon: workingIcon }}
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
