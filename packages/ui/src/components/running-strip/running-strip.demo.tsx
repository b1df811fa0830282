import type { Demo } from '../../demo/demo.ts';
import { Hero } from '../hero/hero.tsx';
import { RunningStrip } from './running-strip.tsx';
import { partsOfRange } from './status-periods.ts';

const at = (hour: number) => new Date(Date.UTC(2026, 10, 19, hour));

export const runningStripDemo: Demo = {
  title: '运行记录 RunningStrip',
  Show: () => (
    <Hero>
      <RunningStrip
        label="近 24 小时运行记录"
        parts={partsOfRange(
          [
            { status: 'RUNNING', from: at(4), to: at(10) },
            { status: 'REPAIR', from: at(10), to: at(13) },
            { status: 'RUNNING', from: at(13), to: at(24) },
          ],
          at(0).getTime(),
          at(24).getTime(),
        )}
        start="11-19 08:00"
        middle="运行 17 小时，停机 1 次"
        end="现在"
      />
    </Hero>
  ),
};
