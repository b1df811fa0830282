import { Amount, Button, KeyValues, Sheet } from '@lode/ui';
import { useState } from 'react';
import { AddressText } from '../../../components/address-text.tsx';
import { CodeField } from '../../../components/code-field.tsx';
import { useSecondFactorInput } from '../../../components/use-second-factor-input.tsx';
import { codeMessages } from '../../../locales/zh/code.ts';
import { withdrawMessages as messages } from '../../../locales/zh/withdraw.ts';
import type { TypedWithdrawal } from '../amount.ts';
import type { Network, WithdrawCoin } from '../withdrawal.ts';
import styles from './withdraw.module.css';

interface ConfirmSheetProps {
  open: boolean;
  withdrawal: { coin: WithdrawCoin; network: Network; address: string; typed: TypedWithdrawal; fee: string };
  customer: { account: string; maskedAccount: string };
  codeError: string | null;
  /** Of the second factor, which is asked for where one is set. */
  factorError: string | null;
  isBusy: boolean;
  onCodeChange: () => void;
  onFactorChange: () => void;
  onConfirm: (code: string, secondFactor: string) => void;
  onClose: () => void;
}

const completeCode = /^\d{6}$/;

/** Repeats every figure and takes the one-time code; the funds password follows. */
export function ConfirmSheet({ open, onClose, ...rest }: ConfirmSheetProps) {
  return (
    <Sheet open={open} title={messages.confirmTitle} onClose={onClose}>
      <Content {...rest} />
    </Sheet>
  );
}

function Content({
  withdrawal,
  customer,
  codeError,
  factorError,
  isBusy,
  onCodeChange,
  onFactorChange,
  onConfirm,
}: Omit<ConfirmSheetProps, 'open' | 'onClose'>) {
  const [code, setCode] = useState('');
  const [isSubmitted, setSubmitted] = useState(false);
  const { coin, network, address, fee } = withdrawal;
  const { text, amount, received } = withdrawal.typed;
  const payment = { coin, network, address, amount: text };
  const factor = useSecondFactorInput({
    made: { scene: 'WITHDRAW', ...payment },
    refusal: factorError,
    onChange: onFactorChange,
  });
  const isComplete = completeCode.test(code);
  const confirm = () => {
    setSubmitted(true);
    if (isComplete && codeError === null && factor.isComplete()) onConfirm(code, factor.value);
  };
  return (
    <div className={styles.sheet}>
      <div className={styles.sum}>
        <span className={styles.quiet}>{messages.received}</span>
        <Amount value={received} coin={coin} size="figure" hideable={false} exact />
      </div>
      <KeyValues
        items={[
          { label: messages.address, value: <AddressText address={address} /> },
          { label: messages.network, value: network },
          { label: messages.amount, value: <Amount value={amount} coin={coin} size="sub" hideable={false} exact /> },
          { label: messages.fee, value: <Amount value={fee} coin={coin} size="sub" hideable={false} exact /> },
        ]}
      />
      <p className={styles.quiet}>{messages.confirmNote}</p>
      <CodeField
        label={codeMessages.sentTo(customer.maskedAccount)}
        scene="WITHDRAW"
        payment={payment}
        recipient={() => customer.account}
        value={code}
        error={codeError ?? (isSubmitted && !isComplete ? codeMessages.shape : null)}
        onChange={(text) => {
          setCode(text);
          setSubmitted(false);
          onCodeChange();
        }}
        onEnter={confirm}
      />
      {factor.field}
      <Button block softDisabled={!isComplete} busy={isBusy} onClick={confirm}>
        {messages.confirm}
      </Button>
    </div>
  );
}
