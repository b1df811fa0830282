import { codes, type Data } from '@lode/contract';
import { Alert, Button, Field, Segmented, Sheet, toast } from '@lode/ui';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { CodeField } from '../../../components/code-field.tsx';
import { useLeaveWithDraft } from '../../../components/money-action/draft.ts';
import { useMoneyAction } from '../../../components/money-action/use-money-action.tsx';
import { QueryView } from '../../../components/query-view.tsx';
import { together } from '../../../components/together.ts';
import { callQuery } from '../../../lib/api/queries.ts';
import type { RequestError } from '../../../lib/api/request-error.ts';
import { endsOf } from '../../../lib/chain-figures.ts';
import { codeWords } from '../../../locales/zh/code.ts';
import { withdrawWords, addressBookWords as words } from '../../../locales/zh/withdraw.ts';
import { useAddressCheck } from '../use-address-check.ts';
import { usualNetwork, type WithdrawCoin, withdrawCoins } from '../withdrawal.ts';
import { AddressField } from './address-field.tsx';
import { FormSkeleton } from './form-skeleton.tsx';
import styles from './withdraw.module.css';

interface AddAddressSheetProps {
  open: boolean;
  /** How long a new address is held; undefined while that is not known. */
  hours: number | undefined;
  first: { coin: WithdrawCoin; address: string; label: string };
  onClose: () => void;
}

const wholeCode = /^\d{6}$/;
const longestLabel = 32;

/** Puts an address into the book: address, name, one-time code, and then the funds password. */
export function AddAddressSheet({ open, onClose, ...rest }: AddAddressSheetProps) {
  return (
    <Sheet open={open} title={words.add} onClose={onClose}>
      <Content {...rest} onAdded={onClose} />
    </Sheet>
  );
}

type ContentProps = Omit<AddAddressSheetProps, 'open' | 'onClose'> & { onAdded: () => void };

/** The form; first of all what it cannot be sent without: a code that was typed is not there any more on the way back. */
function Content({ hours, first, onAdded }: ContentProps) {
  const risk = useQuery(callQuery('riskStatement', {}));
  const user = useQuery(callQuery('userInfo', {}));
  // What is being typed does not vanish when the statement changes meanwhile: the server tells whoever confirms.
  const [hasForm, setForm] = useState(false);
  if (risk.data?.confirmed && user.data?.hasFundsPassword && !hasForm) setForm(true);
  return (
    <QueryView query={together({ risk, user })} skeleton={<FormSkeleton />}>
      {(known) =>
        hasForm ? (
          <Form hours={hours} first={first} customer={known.user} onAdded={onAdded} />
        ) : (
          <FirstStep to={known.risk.confirmed ? 'fundPWA' : 'user_sm'} first={first} />
        )
      }
    </QueryView>
  );
}

function FirstStep({ to, first }: { to: 'user_sm' | 'fundPWA'; first: ContentProps['first'] }) {
  const leave = useLeaveWithDraft();
  const { text, action } = words.firstSteps[to];
  const input = { ...first, network: usualNetwork[first.coin] };
  return (
    <div className={styles.sheet}>
      <Alert tone="warn">{text}</Alert>
      <Button block onClick={() => leave({ call: 'withdrawAddressAdd', input }, to)}>
        {action}
      </Button>
    </div>
  );
}

function Form({ hours, first, customer, onAdded }: ContentProps & { customer: Data<'userInfo'> }) {
  const queryClient = useQueryClient();
  const [coin, setCoin] = useState(first.coin);
  const [address, setAddress] = useState(first.address);
  const [label, setLabel] = useState(first.label);
  const [code, setCode] = useState('');
  const [codeError, setCodeError] = useState<string | null>(null);
  const [isInsisted, setInsisted] = useState(false);
  const network = usualNetwork[coin];
  const state = useAddressCheck(address, coin, network);
  const isReady = state.kind === 'good' && wholeCode.test(code);

  const action = useMoneyAction({
    call: 'withdrawAddressAdd',
    summary: `${words.addSummary} ${endsOf(address)}`,
    onDone: () => {
      for (const name of ['withdrawAddressList', 'withdrawCheckAddress']) {
        void queryClient.invalidateQueries({ queryKey: [name] });
      }
      toast(words.added, { icon: 'success' });
      onAdded();
    },
    onRefused: ({ code: refused, message }: RequestError) => {
      if (refused === codes.wrongCode.code) setCodeError(message);
      if (refused === codes.overLimit.code) toast(words.full, { icon: 'error' });
    },
  });
  const confirm = () => {
    setInsisted(true);
    if (isReady && codeError === null) action.start({ coin, network, address, label: label.trim(), code });
  };

  return (
    <div className={styles.sheet}>
      {hours !== undefined && <Alert tone="warn">{words.holdNote(hours)}</Alert>}
      <Segmented
        label={withdrawWords.coin}
        value={coin}
        onChange={setCoin}
        options={withdrawCoins.map((value) => ({ value, label: `${value} · ${usualNetwork[value]}` }))}
      />
      <AddressField value={address} onChange={setAddress} state={state} isInsisted={isInsisted} />
      <Field
        label={words.label}
        placeholder={words.labelHint}
        value={label}
        onChange={setLabel}
        name="label"
        autoComplete="off"
        maxLength={longestLabel}
      />
      <CodeField
        label={codeWords.sentTo(customer.maskedAccount)}
        scene="WITHDRAW"
        recipient={() => customer.account}
        value={code}
        error={codeError ?? (isInsisted && !wholeCode.test(code) ? codeWords.shape : null)}
        onChange={(text) => {
          setCode(text);
          setCodeError(null);
          setInsisted(false);
        }}
        onEnter={confirm}
      />
      <Button block softDisabled={!isReady} busy={action.isStarting} onClick={confirm}>
        {words.confirmAdd}
      </Button>
      {action.dialogs}
    </div>
  );
}
