import { Amount, Button, KeyValues, Sheet } from '@lode/ui';
import { useState } from 'react';
import { CodeField } from '../../../components/code-field.tsx';
import { codeWords } from '../../../locales/zh/code.ts';
import { withdrawWords as words } from '../../../locales/zh/withdraw.ts';
import type { Network, WithdrawCoin } from '../withdrawal.ts';
import { AddressText } from './address-text.tsx';
import styles from './withdraw.module.css';

interface ConfirmSheetProps {
  open: boolean;
  withdrawal: { coin: WithdrawCoin; network: Network; address: string; amount: bigint; fee: string; received: bigint };
  customer: { account: string; maskedAccount: string };
  codeError: string | null;
  isBusy: boolean;
  onCodeChange: () => void;
  onConfirm: (code: string) => void;
  onClose: () => void;
}

const completeCode = /^\d{6}$/;

/** Repeats every figure and takes the one-time code; the funds password follows. */
export function ConfirmSheet({ open, onClose, ...rest }: ConfirmSheetProps) {
  return (
    <Sheet open={open} title={words.confirmTitle} onClose={onClose}>
      <Content {...rest} />
    </Sheet>
  );
}

function Content({
  withdrawal,
  customer,
  codeError,
  isBusy,
  onCodeChange,
  onConfirm,
}: Omit<ConfirmSheetProps, 'open' | 'onClose'>) {
  const [code, setCode] = useState('');
  const [isSubmitted, setSubmitted] = useState(false);
  const { coin, network, address, amount, fee, received } = withdrawal;
  const isComplete = completeCode.test(code);
  const confirm = () => {
    setSubmitted(true);
    if (isComplete && codeError === null) onConfirm(code);
  };
  return (
    <div className={styles.sheet}>
      <div className={styles.sum}>
        <span className={styles.quiet}>{words.received}</span>
        <Amount value={received} coin={coin} size="figure" hideable={false} />
      </div>
      <KeyValues
        items={[
          { label: words.address, value: <AddressText address={address} /> },
          { label: words.network, value: network },
          { label: words.amount, value: <Amount value={amount} coin={coin} size="sub" hideable={false} /> },
          { label: words.fee, value: <Amount value={fee} coin={coin} size="sub" hideable={false} /> },
        ]}
      />
      <p className={styles.quiet}>{words.confirmNote}</p>
      <CodeField
        label={codeWords.sentTo(customer.maskedAccount)}
        scene="WITHDRAW"
        recipient={() => customer.account}
        value={code}
        error={codeError ?? (isSubmitted && !isComplete ? codeWords.shape : null)}
        onChange={(text) => {
          setCode(text);
          setSubmitted(false);
          onCodeChange();
        }}
        onEnter={confirm}
      />
      <Button block softDisabled={!isComplete} busy={isBusy} onClick={confirm}>
        {words.confirm}
      </Button>
    </div>
  );
}
