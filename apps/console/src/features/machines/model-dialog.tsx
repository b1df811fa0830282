import type { ConsoleInput } from '@lode/contract/console';
import { App, Form, Input, Select } from 'antd';
import { FormDialog } from '../../components/form-dialog.tsx';
import { call } from '../../lib/call.ts';
import { useChange } from '../../lib/change.ts';
import { modelTexts as texts } from '../../locales/zh/terms.ts';

type Model = ConsoleInput<'createModel'>;

const required = [{ required: true, whitespace: true, message: texts.required }];
const coins = ['BTC', 'ETH', 'DOGE'].map((coin) => ({ value: coin, label: coin }));

/** A model by the rules of a file of machines. */
export function ModelDialog({ onClose }: { onClose: () => void }) {
  const { message } = App.useApp();
  const create = useChange<Model>({
    change: (model) => call('createModel', model),
    refreshes: ['modelList', 'machineChoices'],
    onDone() {
      void message.success(texts.done);
      onClose();
    },
  });
  return (
    <FormDialog<Model>
      title={texts.open}
      okText={texts.create}
      note={texts.effect}
      initialValues={{ coin: 'BTC', hashrateUnit: 'TH/s', poolFeeRate: '0.04' }}
      change={create}
      onClose={onClose}
    >
      <Form.Item name="name" label={texts.name} rules={required}>
        <Input maxLength={64} />
      </Form.Item>
      <Form.Item name="coin" label={texts.coin}>
        <Select options={coins} />
      </Form.Item>
      <Form.Item name="hashrate" label={texts.hashrate} rules={required}>
        <Input maxLength={24} inputMode="decimal" />
      </Form.Item>
      <Form.Item name="hashrateUnit" label={texts.hashrateUnit} rules={required}>
        <Input maxLength={8} />
      </Form.Item>
      <Form.Item name="powerWatts" label={texts.powerWatts} rules={required}>
        <Input maxLength={9} inputMode="numeric" />
      </Form.Item>
      <Form.Item name="poolFeeRate" label={texts.poolFeeRate} rules={required}>
        <Input maxLength={10} inputMode="decimal" />
      </Form.Item>
    </FormDialog>
  );
}
