import { Empty, Main } from '@lode/ui';
import { Screen } from '../components/screen.tsx';
import { commonWords as words } from '../locales/zh/common.ts';

/** Shown when a page's chunk is missing even after a reload, or a page throws while rendering. */
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
