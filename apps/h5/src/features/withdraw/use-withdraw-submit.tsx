import { codes, type Data } from '@lode/contract';
import { Amount } from '@lode/ui';
import { useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { useMoneyAction } from '../../components/money-action/use-money-action.tsx';
import type { RequestError } from '../../lib/api/request-error.ts';
import { endsOf } from '../../lib/chain-figures.ts';
import { useShowResult } from '../../lib/result.ts';
import { withdrawMessages as messages } from '../../locales/zh/withdraw.ts';
import type { TypedWithdrawal } from './amount.ts';
import { withdrawResult } from './withdraw-result.ts';
import type { Network, WithdrawCoin } from './withdrawal.ts';

interface WithdrawSubmit {
  coin: WithdrawCoin;
  network: Network;
  address: string;
  typed: TypedWithdrawal;
  /** Server time of the quote, for the day names of the result. */
  now: string;
  onConfirmable: () => void;
  /** The server refused for another reason than the one-time code. */
  onRejected: () => void;
  onNetworkClosed: () => Promise<void>;
}

/** Submits a withdrawal: prerequisites first, then the confirmation with its one-time code, then the funds password. */
export function useWithdrawSubmit({
  coin,
  network,
  address,
  typed,
  now,
  onConfirmable,
  onRejected,
  onNetworkClosed,
}: WithdrawSubmit) {
  const queryClient = useQueryClient();
  const showResult = useShowResult();
  const [customer, setCustomer] = useState<Data<'userInfo'> | null>(null);
  const [codeError, setCodeError] = useState<string | null>(null);
  const inputWith = (code: string) => ({ coin, network, address, amount: typed.text, code });

  const action = useMoneyAction({
    call: 'withdrawApply',
    summary: (
      <>
        <div>{messages.summary(endsOf(address, 8))}</div>
        <Amount value={typed.received} coin={coin} size="figure" hideable={false} />
      </>
    ),
    onDone: (withdrawal) => {
      void queryClient.invalidateQueries();
      showResult(withdrawResult(withdrawal, now));
    },
    onRefused: handleRefusal,
  });

  function handleRefusal({ code, message }: RequestError): void {
    if (code === codes.wrongCode.code) {
      setCodeError(message);
      return;
    }
    onRejected();
    if (code === codes.switchedOff.code) void onNetworkClosed();
    else void queryClient.invalidateQueries();
  }

  async function prepare(): Promise<void> {
    const user = await action.checkPrerequisites(inputWith(''));
    if (user === null) return;
    setCustomer(user);
    setCodeError(null);
    onConfirmable();
  }

  return {
    /** Leads to the confirmation, or to a missing prerequisite. */
    prepare,
    confirm: (code: string) => action.start(inputWith(code)),
    isBusy: action.isStarting,
    /** Recipient of the one-time code; null before `prepare` succeeds. */
    customer,
    codeError,
    clearCodeError: () => setCodeError(null),
    dialogs: action.dialogs,
  };
}
