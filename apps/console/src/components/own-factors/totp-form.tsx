import type { ConsoleData, ConsoleSession } from '@lode/contract/console';
import { useMutation } from '@tanstack/react-query';
import { Alert, Button, Form, Input, QRCode } from 'antd';
import { useState } from 'react';
import { call } from '../../lib/call.ts';
import { accountTexts as texts } from '../../locales/zh/account.ts';
import { errorText } from '../../locales/zh/errors.ts';
import styles from './totp-form.module.css';

/** An authenticator app: the password first, then a code that proves that the app has the secret. */
export function TotpForm({ onDone }: { onDone: (session: ConsoleSession) => void }) {
  const [secret, setSecret] = useState<ConsoleData<'totpBegin'> | null>(null);
  const begin = useMutation({
    mutationFn: ({ password }: { password: string }) => call('totpBegin', { password }),
    onSuccess: setSecret,
  });
  const confirm = useMutation({
    mutationFn: ({ code }: { code: string }) => call('totpConfirm', { code: code.replace(/\s/g, '') }),
    onSuccess(session) {
      setSecret(null);
      onDone(session);
    },
  });

  if (secret === null) {
    return (
      <Form
        name="set-up-app"
        layout="vertical"
        requiredMark={false}
        onFinish={(fields: { password: string }) => begin.mutate(fields)}
      >
        <Form.Item
          name="password"
          label={texts.passwordForApp}
          rules={[{ required: true, message: texts.passwordMissing }]}
        >
          <Input.Password autoComplete="current-password" maxLength={128} />
        </Form.Item>
        {begin.error && <Alert type="error" showIcon title={errorText(begin.error)} style={{ marginBottom: 14 }} />}
        <Button htmlType="submit" loading={begin.isPending}>
          {texts.setUpApp}
        </Button>
      </Form>
    );
  }
  return (
    <Form
      name="confirm-app"
      layout="vertical"
      requiredMark={false}
      onFinish={(fields: { code: string }) => confirm.mutate(fields)}
    >
      <div className={styles.qr}>
        <QRCode aria-label={texts.qr} value={secret.uri} size={168} color="#14171F" bgColor="#FFFFFF" />
        <p className={styles.note}>{texts.scan}</p>
        <p className={styles.secret}>{secret.secret.replace(/(.{4})(?=.)/g, '$1 ')}</p>
      </div>
      <Form.Item name="code" label={texts.codeOfApp} rules={[{ required: true, message: texts.codeMissing }]}>
        <Input autoComplete="one-time-code" inputMode="numeric" maxLength={16} />
      </Form.Item>
      {confirm.error && <Alert type="error" showIcon title={errorText(confirm.error)} style={{ marginBottom: 14 }} />}
      <Button type="primary" htmlType="submit" loading={confirm.isPending}>
        {texts.confirmApp}
      </Button>
    </Form>
  );
}
