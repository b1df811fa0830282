import { Empty, Main } from '@lode/ui';
import { Screen } from '../components/screen.tsx';
import { commonWords as words } from '../locales/zh/common.ts';

/** When a page's chunk does not come even after a reload, or a page fails to draw. */
export function BrokenPage() {
  return (
    <Screen title={words.brand}>
      <Main>
        <Empty
          title={words.brokenTitle}
          hint={words.brokenHint}
          action={{ label: words.reload, onClick: () => window.location.reload() }}
        />
      </Main>
    </Screen>
  );
}
