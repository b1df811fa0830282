import type { Demo } from '../../demo/demo.ts';
import { Card } from '../card/card.tsx';
import { Figure } from './figure.tsx';

export const figureDemo: Demo = {
  title: '数字 Figure',
  Show: () => (
    <Card>
      <Figure size="display" value="140.62" unit="TH/s" />
      <br />
      <Figure size="figure" value="6" unit="天" />
      <br />
      <Figure value="23.4" unit="小时" />
    </Card>
  ),
};
