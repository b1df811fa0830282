import { App, Form, Input, Modal } from 'antd';
import { call } from '../../lib/call.ts';
import { useChange } from '../../lib/change.ts';
import {
  type CustomerPageData,
  customerTexts as pageTexts,
  customerChangeTexts as texts,
} from '../../locales/zh/customers.ts';
import { RefusalAlert } from './refusal-alert.tsx';

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
  const [form] = Form.useForm<Details>();
  const change = useChange<Details>({
    change: ({ nickname, addTags, removeTags, reason }) =>
      call('changeCustomer', {
        id: customer.id,
        ...(nickname.trim() !== customer.nickname && { nickname: nickname.trim() }),
        addTags: tagsOf(addTags),
        removeTags: tagsOf(removeTags),
        reason: reason.trim(),
      }),
    refreshes: ['customer', 'customerList'],
    onDone() {
      void message.success(texts.done);
      onClose();
    },
  });
  return (
    <Modal
      open
      title={texts.change}
      okText={texts.save}
      cancelText={texts.cancel}
      confirmLoading={change.isPending}
      onOk={() => form.submit()}
      onCancel={onClose}
    >
      <p>{texts.changeEffect}</p>
      <Form
        form={form}
        layout="vertical"
        requiredMark={false}
        initialValues={{ nickname: customer.nickname }}
        onFinish={(details) => change.mutate(details)}
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
        <Form.Item
          name="reason"
          label={texts.reason}
          rules={[{ required: true, whitespace: true, message: texts.reasonMissing }]}
        >
          <Input maxLength={500} />
        </Form.Item>
        <RefusalAlert error={change.error} />
      </Form>
    </Modal>
  );
}
