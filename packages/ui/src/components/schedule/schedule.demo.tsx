import type { Demo } from '../../demo/demo.ts';
import { Card } from '../card/card.tsx';
import { Stack } from '../page/page.tsx';
import { Schedule } from './schedule.tsx';

export const scheduleDemo: Demo = {
  title: '日程 Schedule',
  Show: () => (
    <Stack>
      <Card>
        <Schedule
          label="转入日程"
          today="2026-11-20"
          steps={[
            { date: '2026-11-20', text: '转入扣款', mark: 'leaves' },
            { date: '2026-11-21', text: '开始计息', mark: 'earns' },
            { date: '2026-11-22', text: '首次发放利息', mark: 'pays' },
          ]}
        />
      </Card>
      <Card>
        <Schedule
          label="转出日程"
          today="2026-11-20"
          steps={[
            { date: '2026-11-20', text: '停止计息', mark: 'leaves' },
            { date: '2026-11-21', text: '到账', mark: 'arrives' },
          ]}
        />
      </Card>
    </Stack>
  ),
};
