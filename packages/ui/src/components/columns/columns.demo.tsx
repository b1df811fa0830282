import type { Demo } from '../../demo/demo.ts';
import { Amount } from '../amount/amount.tsx';
import { Card, Rule } from '../card/card.tsx';
import { Figure } from '../figure/figure.tsx';
import { Columns } from './columns.tsx';

export const columnsDemo: Demo = {
  title: '并列数字 Columns',
  Show: () => (
    <Card>
      <Columns
        even
        items={[
          { label: '运行中', value: <Figure size="figure" value="8" unit="/ 11 台" /> },
          { label: '运行算力', value: <Figure size="figure" value="1,246.00" unit="TH/s" /> },
        ]}
      />
      <Rule />
      <Columns
        items={[
          { label: '产出折合', value: <Amount size="lead" value="160.560000" coin="USDT" unit={null} /> },
          { label: '电费', value: <Amount size="lead" value="-123.150000" coin="USDT" unit={null} /> },
          { label: '净收益 USDT', value: <Amount size="lead" value="37.410000" coin="USDT" unit={null} direction /> },
        ]}
      />
    </Card>
  ),
};
