import { type Demo, demoDays } from '../../demo/demo.ts';
import { Hero } from '../hero/hero.tsx';
import { EmptyVein, Vein, VeinPicture } from './vein.tsx';

export const veinDemo: Demo = {
  title: '矿脉 Vein',
  Show: () => (
    <Hero>
      <Vein values={demoDays.map((day) => day.output)} label="近 30 日产出" start="10-21" end="11-19" />
      <EmptyVein />
      <VeinPicture />
    </Hero>
  ),
};
