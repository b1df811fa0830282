import type { ConsoleData } from '@lode/contract/console';
import { Form, Input, Modal, Radio } from 'antd';
import { useState } from 'react';
import { ProposalDialog } from '../../components/proposal-dialog.tsx';
import { endsOf } from '../../lib/work-items.ts';
import { explainTexts as texts } from '../../locales/zh/books.ts';
import styles from './books.module.css';

export type Origin = ConsoleData<'reconciliation'>['origins'][number];
type Owner = 'treasury' | 'pool' | 'customer';

interface Explaining {
  as: Owner;
  account?: string;
  from?: string;
  to?: string;
  variance?: string;
}

/** Whose an arrival can be, by its coin; one below zero has lost its coins, and TREASURY alone covers it. */
export function ownersOf({ coin, amount }: Pick<Origin, 'coin' | 'amount'>): Owner[] {
  if (amount.startsWith('-')) return ['treasury'];
  return [
    'treasury',
    ...(coin === 'BTC' || coin === 'ETH' || coin === 'DOGE' ? (['pool'] as const) : []),
    ...(coin === 'BTC' || coin === 'USDT' ? (['customer'] as const) : []),
  ];
}

/** Says whose an arrival in SUSPENSE is; then what the second person will read. */
export function ExplainDialog({ origin, onClose }: { origin: Origin; onClose: () => void }) {
  const [form] = Form.useForm<Explaining>();
  const [explaining, setExplaining] = useState<Explaining | null>(null);
  const owners = ownersOf(origin);
  const as = Form.useWatch('as', form) ?? owners[0];
  const title = texts.title(origin.id);
  const required = { required: true, whitespace: true, message: texts.wanted };
  if (explaining !== null) {
    return (
      <ProposalDialog
        title={title}
        okText={texts.okText[explaining.as](`${origin.amount} ${origin.coin}`)}
        isDangerous
        action="suspense:settle"
        options={optionsOf(origin, explaining)}
        refreshes={['reconciliation']}
        onClose={onClose}
        onEdit={() => setExplaining(null)}
      >
        <p>{texts.effect[explaining.as]}</p>
      </ProposalDialog>
    );
  }
  return (
    <Modal
      open
      title={title}
      okText={texts.next}
      cancelText={texts.cancel}
      onOk={() => form.submit()}
      onCancel={onClose}
    >
      <p className={styles.quiet}>
        {origin.amount} {origin.coin} · {endsOf(origin.txid)}
      </p>
      <Form
        form={form}
        layout="vertical"
        requiredMark={false}
        initialValues={{ as: owners[0] }}
        onFinish={setExplaining}
      >
        <Form.Item name="as" label={texts.as}>
          <Radio.Group options={owners.map((value) => ({ value, label: texts.owners[value] }))} />
        </Form.Item>
        {as === 'customer' && (
          <Form.Item name="account" label={texts.account} rules={[required]}>
            <Input maxLength={254} autoComplete="off" />
          </Form.Item>
        )}
        {as === 'pool' && (
          <>
            <Form.Item name="from" label={texts.from} rules={[required]}>
              <Input type="date" />
            </Form.Item>
            <Form.Item name="to" label={texts.to} rules={[required]}>
              <Input type="date" />
            </Form.Item>
            <Form.Item name="variance" label={texts.variance} extra={texts.varianceHint}>
              <Input maxLength={500} />
            </Form.Item>
          </>
        )}
      </Form>
    </Modal>
  );
}

/** The command's own options; it judges them. What belongs to another owner than the chosen one is left out. */
function optionsOf(origin: Origin, { as, account, from, to, variance = '' }: Explaining): Record<string, string> {
  const shared = { id: origin.id, as };
  if (as === 'customer') return { ...shared, account: (account ?? '').trim() };
  if (as === 'treasury') return shared;
  const reason = variance.trim();
  return { ...shared, coin: origin.coin, from: from ?? '', to: to ?? '', ...(reason !== '' && { variance: reason }) };
}
