import { Form, Input, Modal, Select } from 'antd';
import { useState } from 'react';
import { ProposalDialog } from '../../components/proposal-dialog.tsx';
import { endsOf } from '../../lib/work-items.ts';
import { poolTexts } from '../../locales/zh/pools.ts';
import type { Board } from './board.tsx';

const texts = poolTexts.dialog;
const byHand = 'HAND';

interface Match {
  from: string;
  to: string;
  source: string;
  amount?: string;
  variance?: string;
}

interface MatchDialogProps {
  coin: Board['unpaid'][number]['coin'];
  board: Board;
  onClose: () => void;
}

/** Says which days a payment is for, and why it differs; then what the second person will read. */
export function MatchDialog({ coin, board, onClose }: MatchDialogProps) {
  const [form] = Form.useForm<Match>();
  const [match, setMatch] = useState<Match | null>(null);
  const source = Form.useWatch('source', form);
  const days = board.days.filter((day) => day.coin === coin);
  const arrivals = board.arrivals.filter((arrival) => arrival.coin === coin);
  const required = { required: true, whitespace: true, message: texts.wanted };
  if (match !== null) {
    return (
      <ProposalDialog
        title={`${texts.title} · ${coin}`}
        okText={texts.okText}
        isDangerous
        action="pool:payment"
        options={optionsOf(coin, match)}
        refreshes={['poolBoard']}
        onClose={onClose}
        onEdit={() => setMatch(null)}
      >
        <p>{texts.effect}</p>
      </ProposalDialog>
    );
  }
  return (
    <Modal
      open
      title={`${texts.title} · ${coin}`}
      okText={texts.next}
      onOk={() => form.submit()}
      onCancel={onClose}
      destroyOnHidden
    >
      <Form
        form={form}
        layout="vertical"
        requiredMark={false}
        initialValues={{ from: days[0]?.date, to: days.at(-1)?.date, source: arrivals[0]?.id ?? byHand }}
        onFinish={setMatch}
      >
        <Form.Item name="from" label={texts.from} rules={[required]}>
          <Input type="date" />
        </Form.Item>
        <Form.Item name="to" label={texts.to} rules={[required]}>
          <Input type="date" />
        </Form.Item>
        <Form.Item name="source" label={texts.source} rules={[required]}>
          <Select
            options={[
              ...arrivals.map(({ id, amount, txid }) => ({ value: id, label: texts.arrival(amount, endsOf(txid)) })),
              { value: byHand, label: texts.hand },
            ]}
          />
        </Form.Item>
        {source === byHand && (
          <Form.Item name="amount" label={texts.amount} extra={texts.amountHint} rules={[required]}>
            <Input maxLength={30} inputMode="decimal" />
          </Form.Item>
        )}
        <Form.Item name="variance" label={texts.variance} extra={texts.varianceHint}>
          <Input maxLength={500} />
        </Form.Item>
      </Form>
    </Modal>
  );
}

/** The command's own options; it judges them. */
function optionsOf(coin: string, { from, to, source, amount = '', variance = '' }: Match): Record<string, string> {
  const paidBy: Record<string, string> = source === byHand ? { amount: amount.trim() } : { arrival: source };
  const reason = variance.trim();
  return { coin, from, to, ...paidBy, ...(reason !== '' && { variance: reason }) };
}
