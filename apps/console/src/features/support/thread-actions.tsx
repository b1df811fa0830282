import type { ConsoleData } from '@lode/contract/console';
import { Alert, App, Button, Form, Input, Modal } from 'antd';
import { useState } from 'react';
import { ActionDialog } from '../../components/action-dialog.tsx';
import { call } from '../../lib/call.ts';
import { useChange } from '../../lib/change.ts';
import { useSession } from '../../lib/session.ts';
import { errorText } from '../../locales/zh/errors.ts';
import { supportTexts as texts } from '../../locales/zh/support.ts';

const refreshes = ['thread', 'threadList', 'workQueue'] as const;

/** Takes the thread, hands it to another of SUPPORT, or closes it. */
export function ThreadActions({ thread, isStale }: { thread: ConsoleData<'thread'>['thread']; isStale: boolean }) {
  const { name } = useSession();
  const { message } = App.useApp();
  const [dialog, setDialog] = useState<'assign' | 'close' | null>(null);
  const take = useChange({
    change: () => call('assignThread', { id: thread.id, to: name }),
    refreshes,
    onDone: () => void message.success(texts.assigned(name)),
    onRefused: (error) => void message.error(errorText(error)),
  });
  return (
    <>
      {thread.assignee !== name && (
        <Button disabled={isStale} loading={take.isPending} onClick={() => take.mutate()}>
          {texts.take}
        </Button>
      )}
      <Button disabled={isStale} onClick={() => setDialog('assign')}>
        {texts.assign}
      </Button>
      <Button disabled={isStale} onClick={() => setDialog('close')}>
        {texts.close}
      </Button>
      {dialog === 'assign' && <AssignDialog id={thread.id} onClose={() => setDialog(null)} />}
      {dialog === 'close' && (
        <ActionDialog
          title={texts.close}
          okText={texts.close}
          act={async (reason) => {
            await call('closeThread', { id: thread.id, reason });
            return texts.closed;
          }}
          refreshes={refreshes}
          onClose={() => setDialog(null)}
        >
          <p>{texts.closeEffect}</p>
        </ActionDialog>
      )}
    </>
  );
}

function AssignDialog({ id, onClose }: { id: string; onClose: () => void }) {
  const { message } = App.useApp();
  const [form] = Form.useForm<{ to: string }>();
  const assign = useChange({
    change: (to: string) => call('assignThread', { id, to }),
    refreshes,
    onDone(to) {
      void message.success(texts.assigned(to));
      onClose();
    },
  });
  return (
    <Modal
      open
      title={texts.assign}
      okText={texts.assign}
      cancelText={texts.cancel}
      confirmLoading={assign.isPending}
      onOk={() => form.submit()}
      onCancel={onClose}
    >
      <Form form={form} layout="vertical" requiredMark={false} onFinish={({ to }) => assign.mutate(to.trim())}>
        <Form.Item
          name="to"
          label={texts.assignTo}
          rules={[{ required: true, whitespace: true, message: texts.nameMissing }]}
        >
          <Input maxLength={64} />
        </Form.Item>
        {assign.error && <Alert type="error" showIcon title={texts.notAssigned} />}
      </Form>
    </Modal>
  );
}
