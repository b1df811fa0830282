import { displayAmount, formatAmount } from '@lode/money';
import { type Demo, demoDays } from '../../demo/demo.ts';
import { Card } from '../card/card.tsx';
import { ColumnChart } from './column-chart.tsx';

export const columnChartDemo: Demo = {
  title: '柱图 ColumnChart',
  Show: () => (
    <Card>
      <ColumnChart
        days={demoDays.map(({ date, fee }) => ({ date, value: fee }))}
        label="近 30 日电费"
        figure={(value) => displayAmount(value, 'USDT')}
        unit="USDT"
      />
      <ColumnChart
        days={demoDays.slice(0, 3).map(({ date, output }) => ({ date, value: output }))}
        label="三天"
        figure={(value) => formatAmount(value, 'BTC')}
        unit="BTC"
      />
    </Card>
  ),
};
