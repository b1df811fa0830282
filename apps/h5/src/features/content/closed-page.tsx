import { Empty, Main } from '@lode/ui';
import { useMutation } from '@tanstack/react-query';

import { Screen } from '../../components/screen.tsx';
import { call } from '../../lib/api/call.ts';
import { useNavigate } from '../../lib/router/router.tsx';
import { href } from '../../lib/routes.ts';
import { commonWords } from '../../locales/zh/common.ts';
import { contentWords as words } from '../../locales/zh/content.ts';
import { titles } from '../../locales/zh/titles.ts';
import styles from './closed-page.module.css';

/** Shown where the service is not available; a customer who travels on can retry. */
export function ClosedPage() {
  const navigate = useNavigate();
  const again = useMutation({
    mutationFn: () => call('webviewHosts', {}),
    onSuccess: () => navigate(href('start'), { replace: true }),
  });
  return (
    <Screen title={titles.closed} bar="none">
      <Main padded>
        <h1 className={styles.head}>{commonWords.brand}</h1>
        <Empty
          title={titles.closed}
          hint={words.closedText}
          action={{ label: words.closedAgain, onClick: () => !again.isPending && again.mutate() }}
        />
      </Main>
    </Screen>
  );
}
