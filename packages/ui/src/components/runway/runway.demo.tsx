import type { Demo } from '../../demo/demo.ts';
import { Card } from '../card/card.tsx';
import { Stack } from '../page/page.tsx';
import { Runway } from './runway.tsx';

export const runwayDemo: Demo = {
  title: '电费天数 Runway',
  Show: () => (
    <Card>
      <Stack>
        <Runway days={6} />
        <Runway days={3} />
        <Runway days={0} />
      </Stack>
    </Card>
  ),
};
