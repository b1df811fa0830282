import { formatAmount } from '@lode/money';
import { type Demo, demoDays } from '../../demo/demo.ts';
import { Hero } from '../hero/hero.tsx';
import { EmptyVein, Vein } from './vein.tsx';
import { VeinPicture } from './vein-picture.tsx';

export const veinDemo: Demo = {
  title: '矿脉 Vein',
  Show: () => (
    <Hero>
      <Vein
        values={demoDays.map(({ date, output }) => ({ at: date.slice(5), value: output }))}
        label="近 30 日产出"
        figure={(value) => formatAmount(value, 'BTC')}
        unit="BTC"
      />
      <EmptyVein />
      <VeinPicture />
    </Hero>
  ),
};
