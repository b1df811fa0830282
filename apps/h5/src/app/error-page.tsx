import { Empty, Main } from '@lode/ui';
import { Screen } from '../components/screen.tsx';
import { commonMessages as messages } from '../locales/zh/common.ts';

/** Shown when a page's chunk is missing even after a reload, or a page throws while rendering. */
export function ErrorPage() {
  return (
    <Screen title={messages.brand}>
      <Main>
        <Empty
          title={messages.brokenTitle}
          hint={messages.brokenHint}
          action={{ label: messages.reload, onClick: () => window.location.reload() }}
        />
      </Main>
    </Screen>
  );
}
