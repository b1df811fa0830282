import { App, Form, Input } from 'antd';
import { FormDialog } from '../../components/form-dialog.tsx';
import { call } from '../../lib/call.ts';
import { useChange } from '../../lib/change.ts';
import {
  type CustomerPageData,
  customerTexts as pageTexts,
  customerChangeTexts as texts,
} from '../../locales/zh/customers.ts';

interface Details {
  nickname: string;
  addTags?: string;
  removeTags?: string;
  reason: string;
}

const tagsOf = (typed = ''): string[] => typed.split(/[,，\s]+/).filter((tag) => tag !== '');

/** The name, and tags that come or go: what another member changes at the same time stays. */
export function DetailsDialog({ customer, onClose }: { customer: CustomerPageData['customer']; onClose: () => void }) {
  const { message } = App.useApp();
  const change = useChange<Details>({
    change: ({ nickname, addTags, removeTags, reason }) =>
      call('changeCustomer', {
        id: customer.id,
        ...(nickname.trim() !== customer.nickname && { nickname: nickname.trim() }),
        addTags: tagsOf(addTags),
        removeTags: tagsOf(removeTags),
        reason,
      }),
    refreshes: ['customer', 'customerList'],
    onDone() {
      void message.success(texts.done);
      onClose();
    },
  });
  return (
    <FormDialog<Details>
      title={texts.change}
      okText={texts.save}
      note={texts.changeEffect}
      initialValues={{ nickname: customer.nickname }}
      change={change}
      onClose={onClose}
    >
      <Form.Item name="nickname" label={pageTexts.nickname}>
        <Input maxLength={64} />
      </Form.Item>
      <Form.Item name="addTags" label={texts.addTags}>
        <Input maxLength={200} />
      </Form.Item>
      <Form.Item name="removeTags" label={texts.removeTags}>
        <Input maxLength={200} />
      </Form.Item>
    </FormDialog>
  );
}
