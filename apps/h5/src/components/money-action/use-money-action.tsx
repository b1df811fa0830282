import { codes, type Data, type Input } from '@lode/contract';
import { FundsPasswordDialog, type FundsPasswordOutcome, Modal, uiWords, useMoneyHold } from '@lode/ui';
import { useQueryClient } from '@tanstack/react-query';
import { type ReactNode, useEffect, useRef, useState } from 'react';
import { call } from '../../lib/api/call.ts';
import { callQuery } from '../../lib/api/queries.ts';
import { isRefusal, RequestError } from '../../lib/api/request-error.ts';
import { onSessionEnd } from '../../lib/session/session.ts';
import { moneyWords as words } from '../../locales/zh/money.ts';
import { useLeaveWithDraft } from './draft.ts';
import type { MoneyCallName, MoneyInput } from './money-call.ts';
import { requestIdFor, requestName, settle, spelledOnce } from './request-in-hand.ts';
import { isFateUnknown, outcomeOfFailure, saidInPlace } from './secret-refusals.ts';

export interface MoneyActionOptions<Name extends MoneyCallName> {
  call: Name;
  /** Over the digits: what the password is asked for. */
  summary: ReactNode;
  /** In the second confirmation, when electricity would suffer (40009); a general warning stands in for it. */
  warning?: ReactNode;
  /** The action was carried out: show the result. */
  onDone: (answer: Data<Name>, input: MoneyInput<Name>) => void;
  /** A rule said no. The customer has been told; the screen may mark its field. */
  onRefused?: (refusal: RequestError) => void;
}

/** What every money action changes, whichever it is. */
const changedByAll = ['wallet', 'indexInfo', 'assetsList', 'ledgerPage'];

type Step = 'none' | 'password' | 'again';

/** What is under way, from the press to its answer. */
interface Under<Name extends MoneyCallName> {
  input: MoneyInput<Name>;
  /** Of the request in hand. */
  requestName: string;
  password: string;
  isConfirmed: boolean;
  /** Something was sent of which nobody knows what became. */
  isUnknown: boolean;
  answer: Data<Name> | null;
}

/**
 * All that lies between 确认 on a form and the answer: risk statement, funds password, second confirmation, and the
 * `requestId` that stays the same while the answer is not known. A screen that has one is a form of money: no update
 * reloads the app under it.
 *
 *     const action = useMoneyAction({ call: 'coinUpSubscribe', summary, onDone })
 *     <Button busy={action.isStarting} onClick={() => action.start({ coin, amount })}>转入</Button>
 *     {action.dialogs}
 */
export function useMoneyAction<Name extends MoneyCallName>(options: MoneyActionOptions<Name>) {
  const { call: name, summary, warning, onDone, onRefused } = options;
  useMoneyHold();
  const queryClient = useQueryClient();
  const leave = useLeaveWithDraft();
  const [step, setStep] = useState<Step>('none');
  const [isStarting, setStarting] = useState(false);
  const [isSending, setSending] = useState(false);
  /** What the password dialog says when it opens. */
  const [firstRefusal, setFirstRefusal] = useState<FundsPasswordOutcome | null>(null);
  const under = useRef<Under<Name> | null>(null);

  function end(): void {
    const work = under.current;
    under.current = null;
    setStep('none');
    // It may have been carried out: no figure stands until it was asked for anew.
    if (work?.isUnknown) void queryClient.invalidateQueries();
  }
  // With the session the dialog goes, and the password in it.
  useEffect(
    () =>
      onSessionEnd(() => {
        under.current = null;
        setStep('none');
      }),
    [],
  );

  function leaveFor(to: 'fundPWA' | 'user_sm', input: MoneyInput<Name>): void {
    end();
    leave({ call: name, input }, to);
  }

  /** The customer, when statement and password are there; null when the way leads over another page first. */
  async function whoMayAct(input: MoneyInput<Name>): Promise<Data<'userInfo'> | null> {
    if (isStarting || step !== 'none') return null;
    setStarting(true);
    try {
      const [risk, user] = await Promise.all([
        queryClient.fetchQuery({ ...callQuery('riskStatement', {}), staleTime: 0 }),
        queryClient.fetchQuery({ ...callQuery('userInfo', {}), staleTime: 0 }),
      ]);
      if (risk.confirmed && user.hasFundsPassword) return user;
      leaveFor(risk.confirmed ? 'fundPWA' : 'user_sm', input);
    } catch {
      // The customer has been told; the button can be pressed again.
    } finally {
      setStarting(false);
    }
    return null;
  }

  async function start(input: MoneyInput<Name>): Promise<void> {
    const user = await whoMayAct(input);
    if (user === null) return;
    under.current = {
      input,
      requestName: requestName(user.id, name, spelledOnce(input)),
      password: '',
      isConfirmed: false,
      isUnknown: false,
      answer: null,
    };
    setFirstRefusal(null);
    setStep('password');
  }

  /** Sends what is under way. Null when it was carried out, else why not. */
  async function send(work: Under<Name>): Promise<unknown> {
    const { input, password, isConfirmed } = work;
    const requestId = requestIdFor(work.requestName, Date.now());
    const secret = isConfirmed ? { password, confirm: true } : { password };
    const sent = { ...spelledOnce(input), ...secret } as unknown as Input<Name>;
    try {
      work.answer = await call(name, sent, { requestId, saidInPlace });
    } catch (failure) {
      if (isFateUnknown(failure)) work.isUnknown = true;
      // The id stands for something else there: sent again it would never be carried out.
      if (isRefusal(failure, codes.keyReused.code)) settle(work.requestName);
      return failure;
    }
    settle(work.requestName);
    work.isUnknown = false;
    return null;
  }

  /** A failure that is about neither the password nor the way to the server. */
  function follow(failure: unknown, work: Under<Name>): void {
    if (isRefusal(failure, codes.fundsPasswordMissing.code)) leaveFor('fundPWA', work.input);
    else if (isRefusal(failure, codes.riskNotConfirmed.code)) leaveFor('user_sm', work.input);
    else if (isRefusal(failure, codes.endangersElectricity.code)) setStep('again');
    else {
      end();
      if (failure instanceof RequestError) onRefused?.(failure);
    }
  }

  async function completePassword(password: string): Promise<FundsPasswordOutcome> {
    const work = under.current;
    if (work === null) return { kind: 'unsent' };
    work.password = password;
    const failure = await send(work);
    if (failure === null) return { kind: 'done' };
    const outcome = outcomeOfFailure(failure);
    if (outcome === null) follow(failure, work);
    return outcome ?? { kind: 'unsent' };
  }

  function finish(): void {
    const work = under.current;
    end();
    if (work === null || work.answer === null) return;
    for (const query of changedByAll) void queryClient.invalidateQueries({ queryKey: [query] });
    onDone(work.answer, work.input);
  }

  async function confirmAgain(): Promise<void> {
    const work = under.current;
    if (work === null) return;
    work.isConfirmed = true;
    setSending(true);
    const failure = await send(work);
    setSending(false);
    if (failure === null) finish();
    else if (!isFateUnknown(failure)) {
      const outcome = outcomeOfFailure(failure);
      if (outcome === null) follow(failure, work);
      else {
        // Whoever must enter the password once more has confirmed already.
        setFirstRefusal(outcome);
        setStep('password');
      }
    }
  }

  const dialogs = (
    <>
      <FundsPasswordDialog
        open={step === 'password'}
        summary={summary}
        firstRefusal={firstRefusal?.kind === 'refused' ? firstRefusal : undefined}
        onForgot={() => under.current && leaveFor('fundPWA', under.current.input)}
        onComplete={completePassword}
        onClose={(reason) => (reason === 'done' ? finish() : end())}
      />
      <Modal
        open={step === 'again'}
        title={words.endangersTitle}
        confirmText={words.goOn}
        cancelText={uiWords.cancel}
        tone="danger"
        busy={isSending}
        onConfirm={() => void confirmAgain()}
        onCancel={end}
      >
        {warning ?? words.endangersText}
      </Modal>
    </>
  );
  return {
    start: (input: MoneyInput<Name>) => void start(input),
    /** For a form that asks for more before the password: leads away first what would be led away after it. */
    whoMayAct,
    isStarting,
    dialogs,
  };
}
