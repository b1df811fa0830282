import type { ConsoleData } from '@lode/contract/console';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { Alert, App, Button, Form, Input, Modal } from 'antd';
import { useState } from 'react';
import { call } from '../../lib/call.ts';
import { useSession } from '../../lib/session.ts';
import { errorText } from '../../locales/zh/errors.ts';
import { supportTexts as texts } from '../../locales/zh/support.ts';

type Change = { to: string } | { reason: string };

/** Takes the thread, hands it to another of SUPPORT, or closes it. */
export function ThreadActions({ thread, isStale }: { thread: ConsoleData<'thread'>['thread']; isStale: boolean }) {
  const { name } = useSession();
  const { message } = App.useApp();
  const queryClient = useQueryClient();
  const [dialog, setDialog] = useState<'assign' | 'close' | null>(null);
  const [form] = Form.useForm<{ to: string; reason: string }>();
  const change = useMutation({
    mutationFn: (input: Change): Promise<null> =>
      'to' in input
        ? call('assignThread', { id: thread.id, to: input.to.trim() })
        : call('closeThread', { id: thread.id, reason: input.reason.trim() }),
    onSuccess(_data, input) {
      void message.success('to' in input ? texts.assigned(input.to) : texts.closed);
      setDialog(null);
    },
    onError: (error, input) => ('to' in input && dialog === null ? void message.error(errorText(error)) : undefined),
    onSettled: () =>
      Promise.all(
        ['thread', 'threadList', 'workQueue'].map((key) => queryClient.invalidateQueries({ queryKey: [key] })),
      ),
  });
  const disabled = isStale || change.isPending;
  return (
    <>
      {thread.assignee !== name && (
        <Button disabled={disabled} onClick={() => change.mutate({ to: name })}>
          {texts.take}
        </Button>
      )}
      <Button disabled={disabled} onClick={() => setDialog('assign')}>
        {texts.assign}
      </Button>
      <Button disabled={disabled} onClick={() => setDialog('close')}>
        {texts.close}
      </Button>
      <Modal
        open={dialog !== null}
        title={dialog === 'assign' ? texts.assign : texts.close}
        okText={dialog === 'assign' ? texts.assign : texts.close}
        cancelText={texts.cancel}
        confirmLoading={change.isPending}
        destroyOnHidden
        onOk={() => form.submit()}
        onCancel={() => {
          change.reset();
          setDialog(null);
        }}
      >
        <Form
          form={form}
          layout="vertical"
          requiredMark={false}
          preserve={false}
          onFinish={(input) => change.mutate(input)}
        >
          {dialog === 'assign' ? (
            <Form.Item
              name="to"
              label={texts.assignTo}
              rules={[{ required: true, whitespace: true, message: texts.nameMissing }]}
            >
              <Input maxLength={64} />
            </Form.Item>
          ) : (
            <Form.Item
              name="reason"
              label={texts.reason}
              extra={texts.closeEffect}
              rules={[{ required: true, whitespace: true, message: texts.reasonMissing }]}
            >
              <Input maxLength={500} />
            </Form.Item>
          )}
          {change.error && (
            <Alert type="error" showIcon title={dialog === 'assign' ? texts.notAssigned : errorText(change.error)} />
          )}
        </Form>
      </Modal>
    </>
  );
}
