import type { ConsoleSession } from '@lode/contract/console';
import { useMutation } from '@tanstack/react-query';
import { Alert, Button, Form, Input } from 'antd';
import { call } from '../../lib/call.ts';
import { hasPasskeys, makePasskey, PasskeyCancelled } from '../../lib/passkey.ts';
import { accountTexts as texts } from '../../locales/zh/account.ts';
import { errorText } from '../../locales/zh/errors.ts';

interface Fields {
  password: string;
  label: string;
}

export function PasskeyForm({ onDone }: { onDone: (session: ConsoleSession) => void }) {
  const [form] = Form.useForm<Fields>();
  const add = useMutation({
    mutationFn: async ({ password, label }: Fields) => {
      const response = await makePasskey(await call('passkeyOptions', { password }));
      return call('passkeyAdd', { response, label: label.trim() });
    },
    onSuccess(session) {
      form.resetFields();
      onDone(session);
    },
  });
  if (!hasPasskeys()) return <Alert type="info" showIcon title={texts.noPasskeys} />;
  return (
    <Form
      name="add-passkey"
      form={form}
      layout="vertical"
      requiredMark={false}
      onFinish={(fields: Fields) => add.mutate(fields)}
    >
      <Form.Item
        name="label"
        label={texts.passkeyLabel}
        extra={texts.passkeyLabelHint}
        rules={[{ required: true, whitespace: true, message: texts.labelMissing }]}
      >
        <Input maxLength={40} />
      </Form.Item>
      <Form.Item
        name="password"
        label={texts.currentPassword}
        rules={[{ required: true, message: texts.passwordMissing }]}
      >
        <Input.Password autoComplete="current-password" maxLength={128} />
      </Form.Item>
      {add.error && (
        <Alert
          type={add.error instanceof PasskeyCancelled ? 'info' : 'error'}
          showIcon
          title={add.error instanceof PasskeyCancelled ? texts.cancelled : errorText(add.error)}
          style={{ marginBottom: 14 }}
        />
      )}
      <Button htmlType="submit" loading={add.isPending}>
        {texts.addPasskey}
      </Button>
    </Form>
  );
}
