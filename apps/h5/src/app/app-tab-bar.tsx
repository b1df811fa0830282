import { TabBar } from '@lode/ui';
import { href, type RouteName } from '../lib/routes.ts';
import { commonWords as words } from '../locales/zh/common.ts';

const items = [
  { href: href('index'), icon: 'home', label: words.tabs.index },
  { href: href('devices'), icon: 'machine', label: words.tabs.devices },
  { href: href('coinup'), icon: 'coinup', label: words.tabs.coinup },
  { href: href('mine'), icon: 'mine', label: words.tabs.mine },
] as const;

export function AppTabBar({ current }: { current: RouteName }) {
  return <TabBar items={[...items]} current={href(current)} />;
}
