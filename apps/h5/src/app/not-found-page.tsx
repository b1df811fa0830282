import { Empty, Main } from '@lode/ui';
import { Screen } from '../components/screen.tsx';
import { href } from '../lib/routes.ts';
import { commonWords as words } from '../locales/zh/common.ts';

export function NotFoundPage() {
  return (
    <Screen title={words.notFoundTitle}>
      <Main>
        <Empty
          title={words.notFoundTitle}
          hint={words.notFoundHint}
          action={{ label: words.backHome, href: href('index') }}
        />
      </Main>
    </Screen>
  );
}
