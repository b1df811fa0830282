import type { Demo } from '../../demo/demo.ts';
import { NoticeStrip } from './notice-strip.tsx';

export const noticeStripDemo: Demo = {
  title: '公告条 NoticeStrip',
  Show: () => <NoticeStrip href="#notice">乐山二期 11 月 25 日 02:00–06:00 停电检修，期间不计电费</NoticeStrip>,
};
