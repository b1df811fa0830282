import { codes, type Data } from '@lode/contract';
import { Amount } from '@lode/ui';
import { useQueryClient } from '@tanstack/react-query';
import { useRef, useState } from 'react';
import { useMoneyAction } from '../../components/money-action/use-money-action.tsx';
import type { RequestError } from '../../lib/api/request-error.ts';
import { secondFactorError } from '../../lib/api/second-factor-error.ts';
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
  const [factorError, setFactorError] = useState<string | null>(null);
  const given = useRef('');
  const inputWith = (code: string) => ({
    coin,
    network,
    address,
    amount: typed.text,
    code,
    ...(given.current !== '' && { secondFactor: given.current }),
  });

  const action = useMoneyAction({
    call: 'withdrawApply',
    summary: (
      <>
        <div>{messages.summary(endsOf(address, 8))}</div>
        <Amount value={typed.received} coin={coin} size="figure" hideable={false} exact />
      </>
    ),
    onDone: (withdrawal) => {
      void queryClient.invalidateQueries();
      showResult(withdrawResult(withdrawal, now));
    },
    onRefused: handleRefusal,
  });

  function handleRefusal(failure: RequestError): void {
    const { code, message } = failure;
    const missingFactor = secondFactorError(failure, given.current);
    if (missingFactor !== null) {
      setFactorError(missingFactor);
      void queryClient.invalidateQueries({ queryKey: ['secondFactor'] });
      return;
    }
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
    setFactorError(null);
    onConfirmable();
  }

  return {
    /** Leads to the confirmation, or to a missing prerequisite. */
    prepare,
    confirm: (code: string, secondFactor: string) => {
      given.current = secondFactor.trim();
      action.start(inputWith(code));
    },
    isBusy: action.isStarting,
    /** Recipient of the one-time code; null before `prepare` succeeds. */
    customer,
    codeError,
    clearCodeError: () => setCodeError(null),
    /** Not null once the server has asked for a second factor, or refused one. */
    factorError,
    clearFactorError: () => setFactorError(null),
    dialogs: action.dialogs,
  };
}
