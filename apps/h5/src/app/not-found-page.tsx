import { Empty, Main } from '@lode/ui';
import { Screen } from '../components/screen.tsx';
import { href } from '../lib/routes.ts';
import { commonMessages as messages } from '../locales/zh/common.ts';

export function NotFoundPage() {
  return (
    <Screen title={messages.brand}>
      <Main>
        <Empty
          title={messages.notFoundTitle}
          hint={messages.notFoundHint}
          action={{ label: messages.backHome, href: href('index') }}
        />
      </Main>
    </Screen>
  );
}
