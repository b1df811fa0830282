import { Form, Input, Modal } from 'antd';
import { useState } from 'react';
import { Amount } from '../../components/amount.tsx';
import { ProposalDialog } from '../../components/proposal-dialog.tsx';
import { coinUpTexts as texts } from '../../locales/zh/coin-up.ts';
import { amountRule, wholeAmount } from './amount-rule.ts';
import styles from './coin-up.module.css';
import type { CoinUp, SavingsCoin } from './coin-up-data.ts';

/** The smallest subscription of a coin: the new one, then the reason. */
export function MinimumDialog({ data, coin, onClose }: { data: CoinUp; coin: SavingsCoin; onClose: () => void }) {
  const [form] = Form.useForm<{ amount: string }>();
  const [amount, setAmount] = useState<string | null>(null);
  const before = data.coins.find((one) => one.coin === coin)?.min ?? '0';
  if (amount !== null) {
    return (
      <ProposalDialog
        action="coin-up:minimum"
        options={{ coin, amount }}
        title={texts.newMinTitle(coin)}
        okText={texts.submit}
        refreshes={['coinUp']}
        onClose={onClose}
        onEdit={() => setAmount(null)}
      >
        <p className={styles.figures}>
          <Amount value={before} coin={coin} /> → <Amount value={amount} coin={coin} />
        </p>
        <p>{texts.minEffect}</p>
      </ProposalDialog>
    );
  }
  return (
    <Modal open title={texts.newMinTitle(coin)} okText={texts.preview} onOk={() => form.submit()} onCancel={onClose}>
      <Form
        form={form}
        layout="vertical"
        requiredMark={false}
        initialValues={{ amount: before }}
        onFinish={(values) => setAmount(wholeAmount(values.amount, coin))}
      >
        <Form.Item name="amount" label={`${texts.amount} ${coin}`} rules={[amountRule(coin)]}>
          <Input maxLength={32} inputMode="decimal" />
        </Form.Item>
      </Form>
    </Modal>
  );
}
