import type { Demo } from '../../demo/demo.ts';
import { Card } from '../card/card.tsx';
import { Spinner } from './spinner.tsx';

export const spinnerDemo: Demo = {
  title: '转圈 Spinner',
  Show: () => (
    <Card>
      <Spinner /> <Spinner size="l" />
    </Card>
  ),
};
