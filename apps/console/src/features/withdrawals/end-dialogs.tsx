import type { ConsoleData, ConsoleInput } from '@lode/contract/console';
import { App, Form, Radio } from 'antd';
import { useState } from 'react';
import { ReasonDialog } from '../../components/reason-dialog.tsx';
import { call } from '../../lib/call.ts';
import { useChange } from '../../lib/change.ts';
import { moneyText } from '../../lib/shown-amount.ts';
import { decisionTexts as texts } from '../../locales/zh/withdrawals.ts';
import styles from './withdrawals.module.css';

interface EndProps {
  review: ConsoleData<'withdrawalReview'>;
  onClose: () => void;
}
type Cause = NonNullable<ConsoleInput<'rejectWithdrawal'>['cause']> | 'REASON';
type Target = ConsoleData<'withdrawalReview'>['decision']['offsets'][number];

/** The customer reads the reason itself. */
const longestRemark = 200;

const refreshes = ['withdrawalReview', 'withdrawalList', 'workQueue'] as const;

/** Returns the amount; the customer reads the cause, which is chosen and never preselected. */
export function RejectDialog({ review: { withdrawal, customer }, onClose }: EndProps) {
  const { message } = App.useApp();
  const [cause, setCause] = useState<Cause | null>(null);
  const amount = moneyText(withdrawal.amount, withdrawal.coin);
  const reject = useChange({
    change: (reason: string) =>
      call('rejectWithdrawal', { id: withdrawal.id, reason, ...(cause !== null && cause !== 'REASON' && { cause }) }),
    refreshes,
    onDone() {
      void message.success(texts.rejected);
      onClose();
    },
  });
  return (
    <ReasonDialog
      title={texts.rejectTitle}
      okText={texts.rejectOk(amount)}
      isDangerous
      {...(cause === 'REASON' && { longest: longestRemark, label: texts.reasonForCustomer })}
      fields={
        customer !== null && (
          <fieldset className={styles.choice}>
            <legend>{texts.cause}</legend>
            <Form.Item name="cause" rules={[{ required: true, message: texts.causeMissing }]}>
              <Radio.Group vertical options={texts.causes} onChange={({ target }) => setCause(target.value as Cause)} />
            </Form.Item>
          </fieldset>
        )
      }
      change={reject}
      onClose={onClose}
    >
      <p>{texts.rejectEffect(amount, customer?.account ?? texts.treasuryAccount)}</p>
    </ReasonDialog>
  );
}

/** Proposes to credit the amount to the customer instead of paying it; the customer reads the cause, which is never preselected. */
export function OffsetDialog({ review: { withdrawal, decision }, onClose }: EndProps) {
  const { message } = App.useApp();
  const [to, setTo] = useState<Target>(decision.offsets.at(-1) ?? 'charge');
  const [cause, setCause] = useState<string | null>(null);
  const amount = moneyText(withdrawal.amount, withdrawal.coin);
  const propose = useChange({
    change: (reason: string) =>
      call('propose', {
        action: 'withdrawal:offset',
        options: { id: withdrawal.id, to, ...(cause !== null && { cause }) },
        reason,
      }),
    refreshes: ['withdrawalReview', 'workQueue', 'proposalList'],
    onDone() {
      void message.success(texts.offsetProposed);
      onClose();
    },
  });
  return (
    <ReasonDialog
      title={texts.offsetTitle}
      okText={texts.offsetOk(amount)}
      fields={
        <fieldset className={styles.choice}>
          <legend>{texts.cause}</legend>
          <Form.Item name="cause" rules={[{ required: true, message: texts.causeMissing }]}>
            <Radio.Group
              vertical
              options={texts.offsetCauses}
              onChange={({ target }) => setCause(target.value as string)}
            />
          </Form.Item>
        </fieldset>
      }
      change={propose}
      onClose={onClose}
    >
      <p>{texts.offsetEffect(amount)}</p>
      <fieldset className={styles.choice}>
        <legend>{texts.offsetTo}</legend>
        <Radio.Group
          vertical
          options={decision.offsets.map((value) => ({ value, label: texts.offsetTargets[value] }))}
          value={to}
          onChange={({ target }) => setTo(target.value as Target)}
        />
      </fieldset>
    </ReasonDialog>
  );
}
