import { useMutation } from '@tanstack/react-query';
import { Alert, App, Form, Input, Modal } from 'antd';
import { RefusalAlert } from '../../components/refusal-alert.tsx';
import { call } from '../../lib/call.ts';
import { useChange } from '../../lib/change.ts';
import { customerChangeTexts as texts } from '../../locales/zh/customers.ts';

interface Leaving {
  receipt?: string;
  reason: string;
}

/** First what would happen, in the words that the second person reads; then it is proposed. */
export function LeaveDialog({ id, onClose }: { id: string; onClose: () => void }) {
  const { message } = App.useApp();
  const [form] = Form.useForm<Leaving>();
  const optionsOf = (receipt = ''): Record<string, string> => ({
    id,
    ...(receipt.trim() !== '' && { receipt: receipt.trim() }),
  });
  const preview = useMutation({
    mutationFn: ({ receipt }: Leaving) =>
      call('previewProposal', { action: 'customer:leave', options: optionsOf(receipt) }),
  });
  const propose = useChange<Leaving>({
    change: ({ receipt, reason }) =>
      call('propose', { action: 'customer:leave', options: optionsOf(receipt), reason: reason.trim() }),
    refreshes: ['customer', 'workQueue'],
    onDone() {
      void message.success(texts.proposed);
      onClose();
    },
  });
  const isSeen = preview.data !== undefined;
  return (
    <Modal
      open
      title={texts.leave}
      okText={isSeen ? texts.leavePropose : texts.leaveCheck}
      okButtonProps={{ danger: isSeen }}
      cancelText={texts.cancel}
      confirmLoading={preview.isPending || propose.isPending}
      onOk={() => form.submit()}
      onCancel={onClose}
    >
      <p>{texts.leaveEffect}</p>
      <Form
        form={form}
        layout="vertical"
        requiredMark={false}
        onValuesChange={(changed) => 'receipt' in changed && preview.reset()}
        onFinish={(leaving) => (isSeen ? propose.mutate(leaving) : preview.mutate(leaving))}
      >
        <Form.Item name="receipt" label={texts.receipt}>
          <Input maxLength={200} />
        </Form.Item>
        <Form.Item
          name="reason"
          label={texts.reason}
          rules={[{ required: true, whitespace: true, message: texts.reasonMissing }]}
        >
          <Input maxLength={500} />
        </Form.Item>
        {preview.data && <Alert type="warning" showIcon title={preview.data.summary} />}
        <RefusalAlert error={propose.error ?? preview.error} />
      </Form>
    </Modal>
  );
}
