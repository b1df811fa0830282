import { formatAmount } from '@lode/money';
import { useState } from 'react';
import { type Demo, demoDays } from '../../demo/demo.ts';
import { Amount } from '../amount/amount.tsx';
import { Button } from '../button/button.tsx';
import { Segmented } from '../segmented/segmented.tsx';
import { Vein } from '../vein/vein.tsx';
import { Hero, HeroBody } from './hero.tsx';

function Show() {
  const [range, setRange] = useState('24h');
  return (
    <Hero>
      <HeroBody>
        <Amount size="display" value="38813.520000" coin="USDT" unit={null} />
        <Button variant="line" block>
          提现
        </Button>
        <br />
        <Segmented
          label="时间"
          value={range}
          onChange={setRange}
          options={[
            { value: '24h', label: '24 小时' },
            { value: '7d', label: '7 天' },
            { value: '30d', label: '30 天' },
          ]}
        />
      </HeroBody>
      <Vein
        values={demoDays.map(({ date, output }) => ({ at: date.slice(5), value: output }))}
        label="近 30 日产出"
        figure={(value) => formatAmount(value, 'BTC')}
        unit="BTC"
        middle="近 30 日产出 0.01216718 BTC"
      />
    </Hero>
  );
}

export const heroDemo: Demo = { title: '深色首屏 Hero', Show };
