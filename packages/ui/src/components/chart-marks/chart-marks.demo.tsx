import type { Demo } from '../../demo/demo.ts';
import { Card } from '../card/card.tsx';
import { ChartMarks } from './chart-marks.tsx';

export const chartMarksDemo: Demo = {
  title: '图表极值 ChartMarks',
  Show: () => (
    <Card>
      <ChartMarks high="0.00938120" low="0.00730862" floor="0.00187624" />
      <ChartMarks high="28.20" low="0.00" />
    </Card>
  ),
};
