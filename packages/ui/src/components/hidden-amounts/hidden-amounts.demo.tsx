import type { Demo } from '../../demo/demo.ts';
import { Amount } from '../amount/amount.tsx';
import { Card } from '../card/card.tsx';
import { HiddenAmounts } from './hidden-amounts.tsx';

export const hiddenAmountsDemo: Demo = {
  title: '隐藏金额 HiddenAmounts',
  Show: () => (
    <HiddenAmounts hidden>
      <Card>
        <Amount size="figure" value="0.00041818" coin="BTC" />
      </Card>
    </HiddenAmounts>
  ),
};
