import { useMutation } from '@tanstack/react-query';
import { Form, Input, Select } from 'antd';
import { useState } from 'react';
import { Amount } from '../../components/amount.tsx';
import { ChangeFieldsDialog } from '../../components/change-fields-dialog.tsx';
import { ReasonDialog } from '../../components/reason-dialog.tsx';
import { call } from '../../lib/call.ts';
import { moneyText } from '../../lib/shown-amount.ts';
import { sourceNames, coinUpTexts as texts } from '../../locales/zh/coin-up.ts';
import { amountRule, wholeAmount } from './amount-rule.ts';
import styles from './coin-up.module.css';
import type { CoinUp, SavingsCoin } from './coin-up-data.ts';
import { coverDays } from './cover-days.ts';
import { useProposal } from './use-proposal.ts';

interface Values {
  coin: SavingsCoin;
  from: CoinUp['sources'][number]['source'];
  amount: string;
}

/** How much the fund gets of which account, then the reason. */
export function FundDialog({ data, onClose }: { data: CoinUp; onClose: () => void }) {
  const [form] = Form.useForm<Values>();
  const coin = Form.useWatch('coin', form) ?? shortest(data);
  const [payment, setPayment] = useState<Values | null>(null);
  const preview = useMutation({
    mutationFn: (values: Values) => call('previewProposal', { action: 'coin-up:fund', options: { ...values } }),
    onSuccess: (_summary, values) => setPayment(values),
  });
  const propose = useProposal('coin-up:fund', { ...(payment ?? { coin, from: 'treasury', amount: '' }) }, onClose);
  if (payment !== null) {
    return (
      <ReasonDialog title={texts.payInTitle} okText={texts.submit} change={propose} onClose={onClose}>
        <p className={styles.figures}>
          {sourceNames[payment.from]} → <Amount value={payment.amount} coin={payment.coin} />
        </p>
        <Cover data={data} payment={payment} />
        <p>{texts.payInEffect}</p>
        <p className={styles.quiet}>{texts.notYet}</p>
      </ReasonDialog>
    );
  }
  return (
    <ChangeFieldsDialog
      title={texts.payInTitle}
      okText={texts.preview}
      form={form}
      initialValues={{ coin: shortest(data), from: 'treasury', amount: '' }}
      preview={preview}
      onFinish={(values) => preview.mutate({ ...values, amount: wholeAmount(values.amount, values.coin) })}
      onClose={onClose}
    >
      <Form.Item name="coin" label={texts.coin}>
        <Select options={data.coins.map((one) => ({ value: one.coin, label: one.coin }))} />
      </Form.Item>
      <Form.Item name="from" label={texts.from}>
        <Select
          options={data.sources
            .filter((one) => one.coin === coin)
            .map(({ source, balance }) => ({
              value: source,
              label: `${sourceNames[source]} ${moneyText(balance, coin)}`,
            }))}
        />
      </Form.Item>
      <Form.Item name="amount" label={`${texts.amount} ${coin}`} rules={[amountRule(coin)]}>
        <Input maxLength={32} inputMode="decimal" />
      </Form.Item>
    </ChangeFieldsDialog>
  );
}

/** How many days of interest the fund is good for, now and with the payment. */
function Cover({ data, payment: { coin, amount } }: { data: CoinUp; payment: Values }) {
  const of = data.coins.find((one) => one.coin === coin);
  if (of === undefined || of.coverDays === null) return null;
  const after = coverDays({ ...of, paidIn: amount });
  return after !== null && <p>{texts.coverChange(of.coverDays, after)}</p>;
}

/** The coin whose fund ends first. */
function shortest({ coins }: CoinUp): SavingsCoin {
  const cover = (coin: CoinUp['coins'][number]) => coin.coverDays ?? Number.POSITIVE_INFINITY;
  return coins.toSorted((a, b) => cover(a) - cover(b))[0]?.coin ?? 'BTC';
}
