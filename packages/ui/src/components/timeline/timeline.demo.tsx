import type { Demo } from '../../demo/demo.ts';
import { Card } from '../card/card.tsx';
import { Timeline } from './timeline.tsx';

export const timelineDemo: Demo = {
  title: '时间线 Timeline',
  Show: () => (
    <Card>
      <Timeline
        items={[
          { title: '提交申请', time: '11-20 14:02', text: '资金已冻结', state: 'done' },
          { title: '链上支付中', time: '11-20 15:02', text: '已广播，确认 1/3', state: 'now' },
          { title: '到账完成', time: '预计 18:30', state: 'todo' },
          { title: '维护中', time: '11-05 07:12', text: '更换风扇 1 个', icon: 'wrench' },
        ]}
      />
    </Card>
  ),
};
