import { useState } from 'react';
import type { Demo } from '../../demo/demo.ts';
import { Amount } from '../amount/amount.tsx';
import { Card } from '../card/card.tsx';
import { Stack } from '../page/page.tsx';
import { AmountField } from './amount-field.tsx';

function Show() {
  const [amount, setAmount] = useState('150');
  return (
    <Stack>
      <Card>
        <AmountField
          label="转入数量"
          aside={
            <>
              电费账户可用 <Amount value="214.860000" coin="USDT" size="inline" />
            </>
          }
          unit="USDT"
          value={amount}
          onChange={setAmount}
          onAll={() => setAmount('214.86')}
          hint="最低 100.00 USDT"
          hintAside="预计每日利息 0.01 USDT"
        />
      </Card>
      <Card>
        <AmountField
          label="提现数量"
          unit="BTC"
          value="0.25"
          onChange={() => undefined}
          error="超过可用余额 0.18264017 BTC"
        />
      </Card>
    </Stack>
  );
}

export const amountFieldDemo: Demo = { title: '金额输入 AmountField', Show };
