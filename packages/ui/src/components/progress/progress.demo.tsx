import type { Demo } from '../../demo/demo.ts';
import { Card } from '../card/card.tsx';
import { Progress } from './progress.tsx';

export const progressDemo: Demo = {
  title: '进度 Progress',
  Show: () => (
    <Card>
      <Progress value={0.62} label="下载" />
    </Card>
  ),
};
