import { codes, type Data } from '@lode/contract';
import { type FundsPasswordOutcome, useReloadGuard } from '@lode/ui';
import { useQueryClient } from '@tanstack/react-query';
import { type ReactNode, useEffect, useRef, useState } from 'react';
import { isRefusal, RequestError } from '../../lib/api/request-error.ts';
import { onSessionEnd } from '../../lib/session/session.ts';
import { useLeaveWithDraft } from './draft.ts';
import { isOutcomeUnknown, passwordOutcomeOf } from './failure-outcome.ts';
import { type MoneyDialogName, MoneyDialogs } from './money-dialogs.tsx';
import {
  createMoneyRequest,
  type MoneyCallName,
  type MoneyInput,
  type MoneyRequest,
  sendMoneyRequest,
} from './money-request.ts';
import { type PrerequisitePage, useMoneyPrerequisites } from './use-money-prerequisites.ts';

export interface MoneyActionOptions<Name extends MoneyCallName> {
  call: Name;
  /** What the password authorises, shown above its digits. */
  summary: ReactNode;
  /** Text of the second confirmation (40009); the default is a general warning. */
  warning?: ReactNode;
  onDone: (response: Data<Name>, input: MoneyInput<Name>) => void;
  /** Called after the toast, so that the screen can mark its field. */
  onRefused?: (refusal: RequestError) => void;
}

/** Queries that every money action changes. */
const changedByAll = ['wallet', 'indexInfo', 'assetsList', 'ledgerPage'];

/**
 * Runs a money call with everything between the form's button and the response: prerequisites, funds password, second
 * confirmation. While its screen is mounted, no update reloads the app.
 *
 *     const action = useMoneyAction({ call: 'coinUpSubscribe', summary, onDone })
 *     <Button busy={action.isStarting} onClick={() => action.start({ coin, amount })}>转入</Button>
 *     {action.dialogs}
 */
export function useMoneyAction<Name extends MoneyCallName>(options: MoneyActionOptions<Name>) {
  const { call: name, summary, warning, onDone, onRefused } = options;
  useReloadGuard();
  const queryClient = useQueryClient();
  const leave = useLeaveWithDraft();
  const prerequisites = useMoneyPrerequisites(leaveFor);
  const [dialog, setDialog] = useState<MoneyDialogName | null>(null);
  const [isSending, setSending] = useState(false);
  const [initialRefusal, setInitialRefusal] = useState<FundsPasswordOutcome | null>(null);
  const pending = useRef<MoneyRequest<Name> | null>(null);

  function end(): void {
    const request = pending.current;
    pending.current = null;
    setDialog(null);
    // The server may have executed the request, so every cached figure is in doubt.
    if (request?.isOutcomeUnknown) void queryClient.invalidateQueries();
  }
  // The dialog holds the password, which must not outlive the session.
  useEffect(
    () =>
      onSessionEnd(() => {
        pending.current = null;
        setDialog(null);
      }),
    [],
  );

  function leaveFor(page: PrerequisitePage, input: MoneyInput<Name>): void {
    end();
    leave({ call: name, input }, page);
  }

  async function checkPrerequisites(input: MoneyInput<Name>): Promise<Data<'userInfo'> | null> {
    return dialog === null ? prerequisites.check(input) : null;
  }

  async function start(input: MoneyInput<Name>): Promise<void> {
    const user = await checkPrerequisites(input);
    if (user === null) return;
    pending.current = createMoneyRequest(user.id, name, input);
    setInitialRefusal(null);
    setDialog('password');
  }

  function handleRefusal(failure: unknown, { input }: MoneyRequest<Name>): void {
    if (isRefusal(failure, codes.fundsPasswordMissing.code)) leaveFor('fundPWA', input);
    else if (isRefusal(failure, codes.riskNotConfirmed.code)) leaveFor('user_sm', input);
    else if (isRefusal(failure, codes.endangersElectricity.code)) setDialog('warning');
    else {
      end();
      if (failure instanceof RequestError && !failure.endsSession) onRefused?.(failure);
    }
  }

  async function submitPassword(password: string): Promise<FundsPasswordOutcome> {
    const request = pending.current;
    if (request === null) return { kind: 'unsent' };
    request.password = password;
    const failure = await sendMoneyRequest(name, request);
    if (failure === null) return { kind: 'done' };
    const outcome = passwordOutcomeOf(failure);
    if (outcome === null) handleRefusal(failure, request);
    return outcome ?? { kind: 'unsent' };
  }

  async function confirmWarning(): Promise<void> {
    const request = pending.current;
    if (request === null) return;
    request.isConfirmed = true;
    setSending(true);
    const failure = await sendMoneyRequest(name, request);
    setSending(false);
    if (failure === null) finish();
    else if (!isOutcomeUnknown(failure)) {
      const outcome = passwordOutcomeOf(failure);
      if (outcome === null) handleRefusal(failure, request);
      else {
        // The request keeps its confirmation; only the password is asked for again.
        setInitialRefusal(outcome);
        setDialog('password');
      }
    }
  }

  function finish(): void {
    const request = pending.current;
    end();
    if (request === null || request.response === null) return;
    for (const query of changedByAll) void queryClient.invalidateQueries({ queryKey: [query] });
    onDone(request.response, request.input);
  }

  return {
    start: (input: MoneyInput<Name>) => void start(input),
    /** For a form that asks for more before the password: leads to a missing prerequisite first. */
    checkPrerequisites,
    isStarting: prerequisites.isChecking,
    dialogs: (
      <MoneyDialogs
        open={dialog}
        summary={summary}
        warning={warning}
        initialRefusal={initialRefusal}
        isSending={isSending}
        onPassword={submitPassword}
        onForgotPassword={() => pending.current && leaveFor('fundPWA', pending.current.input)}
        onWarningConfirmed={() => void confirmWarning()}
        onDone={finish}
        onCancel={end}
      />
    ),
  };
}
