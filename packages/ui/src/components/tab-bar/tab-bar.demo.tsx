import type { Demo } from '../../demo/demo.ts';
import { TabBar } from './tab-bar.tsx';

export const tabBarDemo: Demo = {
  title: '底部导航 TabBar（在页面底部）',
  Show: () => (
    <TabBar
      current="#machines"
      items={[
        { href: '#home', icon: 'home', label: '首页' },
        { href: '#machines', icon: 'machine', label: '矿机' },
        { href: '#coinup', icon: 'coinup', label: 'COIN UP' },
        { href: '#mine', icon: 'mine', label: '我的' },
      ]}
    />
  ),
};
