import { displayAmount } from '@lode/money';
import { type Demo, demoDays } from '../../demo/demo.ts';
import { Card } from '../card/card.tsx';
import { Legend } from '../legend/legend.tsx';
import { FeeNetChart } from './fee-net-chart.tsx';

export const feeNetChartDemo: Demo = {
  title: '收支图 FeeNetChart',
  Show: () => (
    <Card>
      <FeeNetChart
        days={demoDays}
        label="每日产出折合与电费"
        read={({ output, fee }) => `产出 ${displayAmount(output, 'USDT')}，电费 ${displayAmount(fee, 'USDT')}`}
        figure={(net) => displayAmount(net, 'USDT')}
      />
      <Legend
        items={[
          { label: '付电费', tone: 'quiet' },
          { label: '净收益', tone: 'accent' },
          { label: '未覆盖电费', tone: 'short' },
        ]}
        trailing="每日 USDT"
      />
    </Card>
  ),
};
