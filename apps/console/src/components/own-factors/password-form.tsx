import type { ConsoleSession } from '@lode/contract/console';
import { useMutation } from '@tanstack/react-query';
import { Alert, Button, Form, Input } from 'antd';
import { call } from '../../lib/call.ts';
import { accountTexts as texts } from '../../locales/zh/account.ts';
import { errorText } from '../../locales/zh/errors.ts';

interface Fields {
  password: string;
  newPassword: string;
  again: string;
}

export function PasswordForm({ onDone }: { onDone: (session: ConsoleSession) => void }) {
  const [form] = Form.useForm<Fields>();
  const change = useMutation({
    mutationFn: ({ password, newPassword }: Fields) => call('changePassword', { password, newPassword }),
    onSuccess(session) {
      form.resetFields();
      onDone(session);
    },
  });
  return (
    <Form
      name="change-password"
      form={form}
      layout="vertical"
      requiredMark={false}
      onFinish={(fields) => change.mutate(fields)}
    >
      <Form.Item
        name="password"
        label={texts.currentPassword}
        rules={[{ required: true, message: texts.passwordMissing }]}
      >
        <Input.Password autoComplete="current-password" maxLength={128} />
      </Form.Item>
      <Form.Item
        name="newPassword"
        label={texts.newPassword}
        extra={texts.passwordRule}
        rules={[{ required: true, message: texts.newPasswordMissing }]}
      >
        <Input.Password autoComplete="new-password" maxLength={128} />
      </Form.Item>
      <Form.Item
        name="again"
        label={texts.again}
        dependencies={['newPassword']}
        rules={[
          { required: true, message: texts.againMissing },
          ({ getFieldValue }) => ({
            validator: (_rule, value) =>
              value && value !== getFieldValue('newPassword')
                ? Promise.reject(new Error(texts.differs))
                : Promise.resolve(),
          }),
        ]}
      >
        <Input.Password autoComplete="new-password" maxLength={128} />
      </Form.Item>
      {change.error && <Alert type="error" showIcon title={errorText(change.error)} style={{ marginBottom: 14 }} />}
      <Button htmlType="submit" loading={change.isPending}>
        {texts.changePassword}
      </Button>
    </Form>
  );
}
