import { TabBar } from '@lode/ui';
import { href, type RouteName } from '../lib/routes.ts';
import { commonMessages as messages } from '../locales/zh/common.ts';

const items = [
  { href: href('index'), icon: 'home', label: messages.tabs.index },
  { href: href('devices'), icon: 'machine', label: messages.tabs.devices },
  { href: href('coinup'), icon: 'coinup', label: messages.tabs.coinup },
  { href: href('mine'), icon: 'mine', label: messages.tabs.mine },
] as const;

export function AppTabBar({ current }: { current: RouteName }) {
  return <TabBar items={[...items]} current={href(current)} />;
}
