import { useState } from 'react';
import type { Demo } from '../../demo/demo.ts';
import { Amount } from '../amount/amount.tsx';
import { Button } from '../button/button.tsx';
import { FundsPasswordDialog, type FundsPasswordOutcome } from './funds-password-dialog.tsx';

const rightOne = '246810';

/** 246810 is right, 000000 simulates a lost network, anything else is wrong. */
async function verify(password: string): Promise<FundsPasswordOutcome> {
  if (password === rightOne) return { kind: 'done' };
  if (password === '000000') return { kind: 'unsent' };
  return { kind: 'refused', error: '密码错误！', note: '还可尝试 4 次' };
}

function Show() {
  const [isOpen, setOpen] = useState(false);
  return (
    <>
      <Button variant="quiet" onClick={() => setOpen(true)}>
        资金密码（{rightOne} 正确）
      </Button>
      <FundsPasswordDialog
        open={isOpen}
        summary={
          <>
            <div>提现到 bc1q7k9w…2xd4，实际到账</div>
            <Amount value="0.04995000" coin="BTC" size="figure" />
          </>
        }
        onForgot={() => setOpen(false)}
        onComplete={verify}
        onClose={() => setOpen(false)}
      />
    </>
  );
}

export const fundsPasswordDialogDemo: Demo = { title: '资金密码 FundsPasswordDialog', Show };
