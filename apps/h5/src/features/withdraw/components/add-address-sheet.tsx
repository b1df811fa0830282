import { codes, type Data } from '@lode/contract';
import { Alert, Button, Field, Segmented, Sheet, toast } from '@lode/ui';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { CodeField } from '../../../components/code-field.tsx';
import { combineQueries } from '../../../components/combine-queries.ts';
import { useLeaveWithDraft } from '../../../components/money-action/draft.ts';
import { useMoneyAction } from '../../../components/money-action/use-money-action.tsx';
import { QueryView } from '../../../components/query-view.tsx';
import { useSecondFactorInput } from '../../../components/use-second-factor-input.tsx';
import { callQuery } from '../../../lib/api/queries.ts';
import type { RequestError } from '../../../lib/api/request-error.ts';
import { secondFactorError } from '../../../lib/api/second-factor-error.ts';
import { endsOf } from '../../../lib/chain-figures.ts';
import { codeMessages } from '../../../locales/zh/code.ts';
import { addressBookMessages as messages, withdrawMessages } from '../../../locales/zh/withdraw.ts';
import { useAddressCheck } from '../use-address-check.ts';
import { defaultNetwork, type WithdrawCoin, withdrawCoins } from '../withdrawal.ts';
import { AddressField } from './address-field.tsx';
import { FormSkeleton } from './form-skeleton.tsx';
import styles from './withdraw.module.css';

interface AddAddressSheetProps {
  open: boolean;
  /** Undefined while loading. */
  holdHours: number | undefined;
  first: { coin: WithdrawCoin; address: string; label: string };
  onClose: () => void;
}

const completeCode = /^\d{6}$/;
const maxLabelLength = 32;

/** Adds an address to the address book, under a one-time code and the funds password. */
export function AddAddressSheet({ open, onClose, ...rest }: AddAddressSheetProps) {
  return (
    <Sheet open={open} title={messages.add} onClose={onClose}>
      <Content {...rest} onAdded={onClose} />
    </Sheet>
  );
}

type ContentProps = Omit<AddAddressSheetProps, 'open' | 'onClose'> & { onAdded: () => void };

/** Shows the form only when its prerequisites are met, because the draft does not keep the one-time code. */
function Content({ holdHours, first, onAdded }: ContentProps) {
  const risk = useQuery(callQuery('riskDisclosure', {}));
  const user = useQuery(callQuery('userInfo', {}));
  // The form stays mounted when a refetch reports a new risk disclosure; the server refuses an unconfirmed one.
  const [isFormOpen, setFormOpen] = useState(false);
  if (risk.data?.confirmed && user.data?.hasFundsPassword && !isFormOpen) setFormOpen(true);
  return (
    <QueryView query={combineQueries({ risk, user })} skeleton={<FormSkeleton />}>
      {(known) =>
        isFormOpen ? (
          <Form holdHours={holdHours} first={first} customer={known.user} onAdded={onAdded} />
        ) : (
          <MissingPrerequisite to={known.risk.confirmed ? 'fundPWA' : 'user_sm'} first={first} />
        )
      }
    </QueryView>
  );
}

function MissingPrerequisite({ to, first }: { to: 'user_sm' | 'fundPWA'; first: ContentProps['first'] }) {
  const leave = useLeaveWithDraft();
  const { text, action } = messages.firstSteps[to];
  const input = { ...first, network: defaultNetwork[first.coin] };
  return (
    <div className={styles.sheet}>
      <Alert tone="warn">{text}</Alert>
      <Button block onClick={() => leave({ call: 'withdrawAddressAdd', input }, to)}>
        {action}
      </Button>
    </div>
  );
}

function Form({ holdHours, first, customer, onAdded }: ContentProps & { customer: Data<'userInfo'> }) {
  const queryClient = useQueryClient();
  const [coin, setCoin] = useState(first.coin);
  const [address, setAddress] = useState(first.address);
  const [label, setLabel] = useState(first.label);
  const [code, setCode] = useState('');
  const [codeError, setCodeError] = useState<string | null>(null);
  const [factorError, setFactorError] = useState<string | null>(null);
  const [isSubmitted, setSubmitted] = useState(false);
  const [isCodeWanted, setCodeWanted] = useState(false);
  const network = defaultNetwork[coin];
  const factor = useSecondFactorInput({
    made: { scene: 'WITHDRAW', coin, network, address: address.trim() },
    refusal: factorError,
    onChange: () => setFactorError(null),
  });
  const check = useAddressCheck(address, coin, network);
  const isReady = check.kind === 'valid' && completeCode.test(code);

  const action = useMoneyAction({
    call: 'withdrawAddressAdd',
    summary: `${messages.addSummary} ${endsOf(address)}`,
    onDone: () => {
      for (const name of ['withdrawAddressList', 'withdrawCheckAddress']) {
        void queryClient.invalidateQueries({ queryKey: [name] });
      }
      toast(messages.added, { icon: 'success' });
      onAdded();
    },
    onRefused: (failure: RequestError) => {
      const { code: refused, message } = failure;
      setFactorError(secondFactorError(failure, factor.value));
      if (refused === codes.wrongCode.code) setCodeError(message);
      if (refused === codes.overLimit.code) toast(messages.full, { icon: 'error' });
    },
  });
  // The code is good for this address only.
  const recipient = () => {
    setCodeWanted(true);
    return ['empty', 'malformed', 'invalid'].includes(check.kind) ? null : customer.account;
  };
  const confirm = () => {
    setSubmitted(true);
    if (!isReady || codeError !== null || !factor.isComplete()) return;
    const secondFactor = factor.value;
    const input = { coin, network, address, label: label.trim(), code };
    action.start(secondFactor === '' ? input : { ...input, secondFactor });
  };

  return (
    <div className={styles.sheet}>
      {holdHours !== undefined && holdHours > 0 && <Alert tone="warn">{messages.holdNote(holdHours)}</Alert>}
      <Segmented
        label={withdrawMessages.coin}
        value={coin}
        onChange={setCoin}
        options={withdrawCoins.map((value) => ({ value, label: `${value} · ${defaultNetwork[value]}` }))}
      />
      <AddressField value={address} onChange={setAddress} check={check} isSubmitted={isSubmitted || isCodeWanted} />
      <Field
        label={messages.label}
        placeholder={messages.labelHint}
        value={label}
        onChange={setLabel}
        name="label"
        autoComplete="off"
        maxLength={maxLabelLength}
      />
      <CodeField
        label={codeMessages.sentTo(customer.maskedAccount)}
        scene="WITHDRAW"
        payment={{ coin, network, address }}
        recipient={recipient}
        value={code}
        error={codeError ?? (isSubmitted && !completeCode.test(code) ? codeMessages.shape : null)}
        onChange={(text) => {
          setCode(text);
          setCodeError(null);
          setSubmitted(false);
        }}
        onEnter={confirm}
      />
      {factor.field}
      <Button block softDisabled={!isReady} busy={action.isStarting} onClick={confirm}>
        {messages.confirmAdd}
      </Button>
      {action.dialogs}
    </div>
  );
}
