import type { Demo } from '../../demo/demo.ts';
import { MoreLink } from '../link/link.tsx';
import { Stack } from '../page/page.tsx';
import { Card, GroupTitle, Rule } from './card.tsx';

export const cardDemo: Demo = {
  title: '卡片 Card · GroupTitle · Rule',
  Show: () => (
    <Stack>
      <Card title="近 30 日收支" action={<MoreLink href="#card">产出明细</MoreLink>}>
        <p>卡片没有边框，也没有阴影。</p>
        <Rule />
        <p>一条细线。</p>
      </Card>
      <GroupTitle trailing="合计 0.00041818 BTC">2026-11-19 周四</GroupTitle>
      <Card href="#card">整张卡片是一个链接</Card>
    </Stack>
  ),
};
