import { useMutation, useQueryClient } from '@tanstack/react-query';
import { Alert, Button, Divider, Form, Input, type InputRef } from 'antd';
import { useEffect, useRef, useState } from 'react';
import { useNavigate, useSearchParams } from 'react-router';
import { Brand } from '../../app/brand.tsx';
import { CallError, call, refusal } from '../../lib/call.ts';
import { hasPasskeys, PasskeyCancelled, signLogin } from '../../lib/passkey.ts';
import { callQuery } from '../../lib/queries.ts';
import { errorText } from '../../locales/zh/errors.ts';
import { loginTexts as texts } from '../../locales/zh/login.ts';
import styles from './login.module.css';
import { ownPath } from './own-path.ts';

interface Fields {
  name: string;
  password: string;
  code?: string;
}

/** By passkey, or by password and the code of an app where one is set up. */
export function LoginPage() {
  const navigate = useNavigate();
  const [search] = useSearchParams();
  const queryClient = useQueryClient();
  const [needsCode, setNeedsCode] = useState(false);
  const codeField = useRef<InputRef>(null);
  useEffect(() => {
    if (needsCode) codeField.current?.focus();
  }, [needsCode]);

  const logIn = useMutation({
    mutationFn: async (fields: Fields | null) => {
      if (fields === null) return call('loginByPasskey', await signLogin(await call('loginPasskeyOptions', {})));
      const { name, password, code } = fields;
      return call('loginByPassword', { name: name.trim(), password, ...(code && { code: code.replace(/\s/g, '') }) });
    },
    onSuccess(session) {
      queryClient.clear();
      queryClient.setQueryData(callQuery('session', {}).queryKey, session);
      void navigate(session.stage === 'OPEN' ? ownPath(search.get('to')) : '/set-up', { replace: true });
    },
    onError(error) {
      if (error instanceof CallError && error.code === refusal.secondFactorNeeded) setNeedsCode(true);
    },
  });
  const error = logIn.error;
  const isAskedForCode = error instanceof CallError && error.code === refusal.secondFactorNeeded;

  return (
    <main className={styles.page}>
      <div className={styles.card}>
        <Brand />
        <h1>{texts.title}</h1>
        {error && !isAskedForCode && (
          <Alert
            type={error instanceof PasskeyCancelled ? 'info' : 'error'}
            showIcon
            title={error instanceof PasskeyCancelled ? texts.cancelled : errorText(error)}
          />
        )}
        <Form<Fields> layout="vertical" requiredMark={false} onFinish={(fields) => logIn.mutate(fields)}>
          <Form.Item
            name="name"
            label={texts.name}
            rules={[{ required: true, whitespace: true, message: texts.nameMissing }]}
          >
            <Input autoComplete="username" maxLength={64} spellCheck={false} />
          </Form.Item>
          <Form.Item
            name="password"
            label={texts.password}
            rules={[{ required: true, message: texts.passwordMissing }]}
          >
            <Input.Password autoComplete="current-password" maxLength={128} />
          </Form.Item>
          {needsCode && (
            <Form.Item name="code" label={texts.code} rules={[{ required: true, message: texts.codeMissing }]}>
              <Input ref={codeField} autoComplete="one-time-code" inputMode="numeric" maxLength={16} />
            </Form.Item>
          )}
          <Button type="primary" htmlType="submit" block size="large" loading={logIn.isPending}>
            {texts.logIn}
          </Button>
        </Form>
        {hasPasskeys() && (
          <>
            <Divider plain>{texts.or}</Divider>
            <Button block disabled={logIn.isPending} onClick={() => logIn.mutate(null)}>
              {texts.byPasskey}
            </Button>
          </>
        )}
        <p className={styles.note}>{texts.note}</p>
      </div>
    </main>
  );
}
