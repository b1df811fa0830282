import { formatAmount } from '@lode/money';
import type { Demo } from '../../demo/demo.ts';
import { Card } from '../card/card.tsx';
import { ChartMarks } from './chart-marks.tsx';

const marks = [
  { at: '11-03', value: 938_120n },
  { at: '11-19', value: 730_862n },
];

export const chartMarksDemo: Demo = {
  title: '图表极值 ChartMarks',
  Show: () => (
    <Card>
      <ChartMarks values={marks} figure={(value) => formatAmount(value, 'BTC')} floor={187_624n} />
      <ChartMarks values={marks} figure={(value) => formatAmount(value, 'BTC')} />
      <ChartMarks values={marks} figure={(value) => formatAmount(value, 'BTC')} cumulative />
    </Card>
  ),
};
