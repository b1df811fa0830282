import type { Demo } from '../../demo/demo.ts';
import { Card } from '../card/card.tsx';
import { Legend } from './legend.tsx';

export const legendDemo: Demo = {
  title: '图例 Legend',
  Show: () => (
    <Card>
      <Legend
        items={[
          { label: '付电费', tone: 'quiet' },
          { label: '净收益', tone: 'accent' },
        ]}
        trailing="每日 USDT"
      />
    </Card>
  ),
};
