import { useMutation, useQueryClient } from '@tanstack/react-query';
import { Alert, App, Form, Input, Modal } from 'antd';
import { call } from '../../lib/call.ts';
import { momentText } from '../../lib/time.ts';
import type { WorkItem } from '../../lib/work-items.ts';
import { errorText } from '../../locales/zh/errors.ts';
import { alertName, queueTexts as texts } from '../../locales/zh/work-queue.ts';
import styles from './work-queue.module.css';

/** What the alert says; who may resolves it with a sentence for the audit log. */
export function AlertDialog({ item, onClose }: { item: WorkItem; onClose: () => void }) {
  const { message } = App.useApp();
  const queryClient = useQueryClient();
  const [form] = Form.useForm<{ reason: string }>();
  const resolve = useMutation({
    mutationFn: ({ reason }: { reason: string }) => call('resolveAlert', { id: item.id, reason: reason.trim() }),
    onSuccess() {
      void message.success(texts.resolved);
      onClose();
    },
    onSettled: () => queryClient.invalidateQueries({ queryKey: ['workQueue'] }),
  });
  return (
    <Modal
      open
      title={alertName(item.title)}
      okText={texts.resolve}
      cancelText={texts.close}
      confirmLoading={resolve.isPending}
      okButtonProps={item.isMine ? {} : { style: { display: 'none' } }}
      onOk={() => form.submit()}
      onCancel={onClose}
    >
      <p className={styles.meta}>{texts.raisedAt(momentText(item.since))}</p>
      <p className={styles.message}>{item.detail}</p>
      {item.isMine ? (
        <Form form={form} layout="vertical" requiredMark={false} onFinish={(fields) => resolve.mutate(fields)}>
          <p className={styles.meta}>{texts.resolveEffect}</p>
          <Form.Item
            name="reason"
            label={texts.reason}
            rules={[{ required: true, whitespace: true, message: texts.reasonMissing }]}
          >
            <Input maxLength={500} />
          </Form.Item>
          {resolve.error && <Alert type="error" showIcon title={errorText(resolve.error)} />}
        </Form>
      ) : (
        <p className={styles.meta}>{texts.alertRoles}</p>
      )}
    </Modal>
  );
}
