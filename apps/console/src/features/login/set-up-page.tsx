import type { ConsoleSession } from '@lode/contract/console';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { Button } from 'antd';
import { Navigate, useNavigate } from 'react-router';
import { Brand } from '../../app/brand.tsx';
import { PasskeyForm } from '../../components/own-factors/passkey-form.tsx';
import { PasswordForm } from '../../components/own-factors/password-form.tsx';
import { TotpForm } from '../../components/own-factors/totp-form.tsx';
import { QueryFailed, RowsSkeleton } from '../../components/query-state.tsx';
import { CallError, call, refusal } from '../../lib/call.ts';
import { callQuery } from '../../lib/queries.ts';
import { loginTexts as texts } from '../../locales/zh/login.ts';
import styles from './login.module.css';

/** What has to be done before anything else: a password of one's own, then a second factor. */
export function SetUpPage() {
  const navigate = useNavigate();
  const queryClient = useQueryClient();
  const { queryKey } = callQuery('session', {});
  const query = useQuery(callQuery('session', {}));
  const session = query.data;
  const goOn = (changed: ConsoleSession) => queryClient.setQueryData(queryKey, changed);
  async function leave(): Promise<void> {
    await call('logout', {}).catch(() => undefined);
    queryClient.clear();
    void navigate('/login', { replace: true });
  }

  if (query.error instanceof CallError && query.error.code === refusal.sessionExpired)
    return <Navigate to="/login" replace />;
  if (session?.stage === 'OPEN') return <Navigate to="/" replace />;
  return (
    <main className={styles.page}>
      <div className={styles.card}>
        <Brand />
        {session === undefined &&
          (query.error ? <QueryFailed what={texts.session} query={query} /> : <RowsSkeleton rows={4} />)}
        {session?.stage === 'CHOOSE_PASSWORD' && (
          <>
            <h1>{texts.choosePassword}</h1>
            <p className={styles.note}>{texts.choosePasswordText}</p>
            <PasswordForm onDone={goOn} />
          </>
        )}
        {session?.stage === 'SET_UP_FACTOR' && (
          <>
            <h1>{texts.setUpFactor}</h1>
            <p className={styles.note}>{texts.setUpFactorText}</p>
            <PasskeyForm onDone={goOn} />
            <TotpForm onDone={goOn} />
          </>
        )}
        <Button type="link" onClick={() => void leave()}>
          {texts.logOut}
        </Button>
      </div>
    </main>
  );
}
