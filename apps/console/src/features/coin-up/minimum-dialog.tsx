import { Form, Input, Modal } from 'antd';
import { useState } from 'react';
import { Amount } from '../../components/amount.tsx';
import { ReasonDialog } from '../../components/reason-dialog.tsx';
import { coinUpTexts as texts } from '../../locales/zh/coin-up.ts';
import { amountRule } from './amount-rule.ts';
import styles from './coin-up.module.css';
import type { CoinUp, SavingsCoin } from './coin-up-data.ts';
import { useProposal } from './use-proposal.ts';

/** The smallest subscription of a coin: the new one, then the reason. */
export function MinimumDialog({ data, coin, onClose }: { data: CoinUp; coin: SavingsCoin; onClose: () => void }) {
  const [form] = Form.useForm<{ amount: string }>();
  const [amount, setAmount] = useState<string | null>(null);
  const propose = useProposal('coin-up:minimum', { coin, amount: amount ?? '' }, onClose);
  const before = data.coins.find((one) => one.coin === coin)?.min ?? '0';
  if (amount !== null) {
    return (
      <ReasonDialog title={texts.newMinTitle(coin)} okText={texts.submit} change={propose} onClose={onClose}>
        <p className={styles.figures}>
          <Amount value={before} /> → <Amount value={amount} coin={coin} />
        </p>
        <p>{texts.minEffect}</p>
        <p className={styles.quiet}>{texts.notYet}</p>
      </ReasonDialog>
    );
  }
  return (
    <Modal open title={texts.newMinTitle(coin)} okText={texts.preview} onOk={() => form.submit()} onCancel={onClose}>
      <Form
        form={form}
        layout="vertical"
        requiredMark={false}
        initialValues={{ amount: before }}
        onFinish={(values) => setAmount(values.amount.trim())}
      >
        <Form.Item name="amount" label={`${texts.amount} ${coin}`} rules={[amountRule(coin)]}>
          <Input maxLength={32} inputMode="decimal" />
        </Form.Item>
      </Form>
    </Modal>
  );
}
