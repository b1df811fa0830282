import { Empty, Main } from '@lode/ui';
import { useMutation } from '@tanstack/react-query';
import { ContactText } from '../../components/ask-about.tsx';
import { Screen } from '../../components/screen.tsx';
import { call } from '../../lib/api/call.ts';
import { useNavigate } from '../../lib/router/router.tsx';
import { href } from '../../lib/routes.ts';
import { commonMessages } from '../../locales/zh/common.ts';
import { contentMessages as messages } from '../../locales/zh/content.ts';
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
        <h1 className={styles.head}>{commonMessages.brand}</h1>
        <Empty
          title={titles.closed}
          hint={<ContactText>{messages.closedText}</ContactText>}
          action={{ label: messages.closedAgain, onClick: () => !again.isPending && again.mutate() }}
        />
      </Main>
    </Screen>
  );
}
