import type { Demo } from '../../demo/demo.ts';
import { Card } from '../card/card.tsx';
import { Stack } from './page.tsx';

export const pageDemo: Demo = {
  title: '页面 Page · Main · Stack（卡片间距）',
  Show: () => (
    <Stack gap={2}>
      <Card>一</Card>
      <Card>二</Card>
    </Stack>
  ),
};
