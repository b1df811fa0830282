import type { Demo } from '../../demo/demo.ts';
import { IconButton } from '../icon-button/icon-button.tsx';
import { TextLink } from '../link/link.tsx';
import { NavBar, TopBar } from './nav-bar.tsx';

const back = () => undefined;

export const navBarDemo: Demo = {
  title: '标题栏 NavBar · TopBar',
  Show: () => (
    <>
      <NavBar title="提现" onBack={back} action={<TextLink href="#nav">记录</TextLink>} />
      <NavBar
        title="Antminer S21 XP Hyd. 水冷版（乐山二期）"
        ground="hero"
        onBack={back}
        action={<IconButton icon="copy" label="复制矿机编号" />}
      />
      <TopBar title="矿机" action={<IconButton icon="filter" label="筛选" />} />
    </>
  ),
};
