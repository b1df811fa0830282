import type { Demo } from '../../demo/demo.ts';
import { Stack } from '../page/page.tsx';
import { Empty, ErrorState, OfflineBanner } from './page-state.tsx';

const retry = () => undefined;

export const pageStateDemo: Demo = {
  title: '空 · 错误 · 离线',
  Show: () => (
    <Stack>
      <OfflineBanner since="2026-11-20T07:42:00Z" onRetry={retry} />
      <Empty
        title="还没有产出"
        hint="矿机运行满一天后，次日 14:00 起在这里看到产出"
        action={{ label: '查看矿机', href: '#machines' }}
      />
      <ErrorState onRetry={retry} />
      <ErrorState offline text="网络已断开，联网后点击重试" onRetry={retry} />
    </Stack>
  ),
};
