import { useState } from 'react';
import type { Demo } from '../../demo/demo.ts';
import { Card } from '../card/card.tsx';
import { EyeButton, HiddenAmounts } from '../hidden-amounts/hidden-amounts.tsx';
import { KeyValues } from '../key-values/key-values.tsx';
import { Amount } from './amount.tsx';

function Show() {
  const [isHidden, setHidden] = useState(false);
  return (
    <HiddenAmounts hidden={isHidden}>
      <Card title="金额" action={<EyeButton hidden={isHidden} onChange={setHidden} />}>
        <Amount size="display" value="38813.529999" coin="USDT" unit={null} />
        <KeyValues
          items={[
            { label: 'BTC，前导零变轻', value: <Amount size="title" value="0.00004732" coin="BTC" /> },
            { label: '零值', value: <Amount size="title" value="0.00000000" coin="BTC" /> },
            { label: '收入', value: <Amount size="title" value="1284.550000" coin="USDT" direction /> },
            { label: '支出', value: <Amount size="title" value="-2.310000" coin="USDT" direction /> },
            { label: '约', value: <Amount value="0.32936775" coin="BTC" approx /> },
            { label: '很长', value: <Amount size="title" value="1203884120.55310000" coin="DOGE" /> },
            { label: '最长', value: <Amount size="figure" value={2n ** 63n - 1n} coin="USDT" /> },
          ]}
        />
      </Card>
    </HiddenAmounts>
  );
}

export const amountDemo: Demo = { title: '金额 Amount · HiddenAmounts · EyeButton', Show };
