import { App, Form, Input } from 'antd';
import { useNavigate } from 'react-router';
import { FormDialog } from '../../components/form-dialog.tsx';
import { call } from '../../lib/call.ts';
import { useChange } from '../../lib/change.ts';
import { customerChangeTexts, createCustomerTexts as texts } from '../../locales/zh/customers.ts';

interface NewCustomer {
  account: string;
  nickname?: string;
  tags?: string;
  reason: string;
}

const missing = (message: string) => [{ required: true, whitespace: true, message }];

/** One customer. There is no first password: the customer chooses one with a code that the account receives. */
export function CreateDialog({ onClose }: { onClose: () => void }) {
  const { message } = App.useApp();
  const navigate = useNavigate();
  const create = useChange<NewCustomer>({
    async change({ account, nickname = '', tags = '', reason }) {
      const { id } = await call('createCustomer', {
        account: account.trim(),
        nickname: nickname.trim(),
        tags: tags.split(/[,，\s]+/).filter((tag) => tag !== ''),
        reason,
      });
      void navigate(`/customers/${id}`);
    },
    refreshes: ['customerList'],
    onDone: () => void message.success(texts.done),
  });
  return (
    <FormDialog<NewCustomer>
      title={texts.title}
      okText={texts.create}
      note={texts.effect}
      change={create}
      onClose={onClose}
    >
      <Form.Item name="account" label={texts.account} rules={missing(customerChangeTexts.missing)}>
        <Input maxLength={128} autoComplete="off" />
      </Form.Item>
      <Form.Item name="nickname" label={texts.nickname}>
        <Input maxLength={64} autoComplete="off" />
      </Form.Item>
      <Form.Item name="tags" label={texts.tags}>
        <Input maxLength={400} />
      </Form.Item>
    </FormDialog>
  );
}
