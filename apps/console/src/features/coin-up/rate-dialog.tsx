import type { ConsoleData } from '@lode/contract/console';
import { useMutation } from '@tanstack/react-query';
import { Form, Input, Select } from 'antd';
import { useState } from 'react';
import { Amount } from '../../components/amount.tsx';
import { ChangeFieldsDialog } from '../../components/change-fields-dialog.tsx';
import { ReasonDialog } from '../../components/reason-dialog.tsx';
import { call } from '../../lib/call.ts';
import { coinUpTexts as texts } from '../../locales/zh/coin-up.ts';
import styles from './coin-up.module.css';
import type { CoinUp, SavingsCoin } from './coin-up-data.ts';
import { useProposal } from './use-proposal.ts';

interface Values {
  coin: SavingsCoin;
  apy: string;
  from: string;
}

/** A rate and its first day, what it costs, then the reason. */
export function RateDialog({ data, onClose }: { data: CoinUp; onClose: () => void }) {
  const [form] = Form.useForm<Values>();
  const [shown, setShown] = useState<{ values: Values; figures: ConsoleData<'previewRate'> } | null>(null);
  const preview = useMutation({
    mutationFn: (values: Values) => call('previewRate', values),
    onSuccess: (figures, values) => setShown({ values, figures }),
  });
  const propose = useProposal('coin-up:rate', { ...shown?.values }, onClose);
  const { earliestRise, earliestFall } = data;
  if (shown !== null) {
    const { values, figures } = shown;
    return (
      <ReasonDialog title={texts.newRateTitle} okText={texts.submit} change={propose} onClose={onClose}>
        <p className={styles.figures}>
          {texts.percent(figures.before)} → {texts.percent(figures.after)}
        </p>
        <p>{texts.rateEffect(values.coin, values.from)}</p>
        <Figures coin={values.coin} figures={figures} />
        <p className={styles.quiet}>{texts.notYet}</p>
      </ReasonDialog>
    );
  }
  return (
    <ChangeFieldsDialog
      title={texts.newRateTitle}
      okText={texts.preview}
      form={form}
      initialValues={{ coin: 'BTC', apy: '', from: earliestFall }}
      preview={preview}
      onFinish={(values) => preview.mutate({ ...values, apy: values.apy.trim() })}
      onClose={onClose}
    >
      <Form.Item name="coin" label={texts.coin}>
        <Select options={data.coins.map(({ coin }) => ({ value: coin, label: coin }))} />
      </Form.Item>
      <Form.Item
        name="apy"
        label={texts.newApy}
        extra={texts.newApyHint}
        rules={[{ required: true, pattern: /^\s*(100(\.0{1,2})?|\d{1,2}(\.\d{1,2})?)\s*$/, message: texts.notApy }]}
      >
        <Input maxLength={8} inputMode="decimal" />
      </Form.Item>
      <Form.Item
        name="from"
        label={texts.effectiveFrom}
        extra={texts.earliest(earliestRise, earliestFall)}
        rules={[{ required: true, message: texts.missingDay }]}
      >
        <Input type="date" min={earliestRise} />
      </Form.Item>
    </ChangeFieldsDialog>
  );
}

function Figures({ coin, figures }: { coin: SavingsCoin; figures: ConsoleData<'previewRate'> }) {
  const { customers, dailyBefore, dailyAfter, coverBefore, coverAfter, firstPaid } = figures;
  const cover = (days: number | null) => (days === null ? texts.noInterest : texts.days(days));
  return (
    <dl className={styles.pairs}>
      <dt>{texts.holders}</dt>
      <dd>{customers.toLocaleString('en')}</dd>
      <dt>{texts.daily}</dt>
      <dd>
        <Amount value={dailyBefore} /> → <Amount value={dailyAfter} coin={coin} />
      </dd>
      <dt>{texts.cover}</dt>
      <dd>
        {cover(coverBefore)} → {cover(coverAfter)}
      </dd>
      <dt>{texts.firstPaid}</dt>
      <dd>{firstPaid}</dd>
    </dl>
  );
}
