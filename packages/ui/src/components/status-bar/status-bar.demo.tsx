import type { Demo } from '../../demo/demo.ts';
import { Card } from '../card/card.tsx';
import { StatusBar } from './status-bar.tsx';

export const statusBarDemo: Demo = {
  title: '状态分布 StatusBar',
  Show: () => (
    <Card>
      <StatusBar
        legend
        counts={[
          { status: 'RUNNING', count: 8 },
          { status: 'WAITING', count: 1 },
          { status: 'REPAIR', count: 1 },
          { status: 'SUSPEND', count: 1 },
        ]}
      />
    </Card>
  ),
};
