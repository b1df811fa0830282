import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { App, Button, Popconfirm, Table } from 'antd';
import { useNavigate } from 'react-router';
import { PasskeyForm } from '../../components/own-factors/passkey-form.tsx';
import { PasswordForm } from '../../components/own-factors/password-form.tsx';
import { TotpForm } from '../../components/own-factors/totp-form.tsx';
import { PageHead } from '../../components/page-head.tsx';
import { QueryFailed, RowsSkeleton, StaleAlert } from '../../components/query-state.tsx';
import { Status } from '../../components/shape.tsx';
import { call } from '../../lib/call.ts';
import { callQuery } from '../../lib/queries.ts';
import { useSession } from '../../lib/session.ts';
import { momentText } from '../../lib/time.ts';
import { factorNames, accountTexts as texts } from '../../locales/zh/account.ts';
import { errorText } from '../../locales/zh/errors.ts';
import { roleNames } from '../../locales/zh/frame.ts';
import styles from './account.module.css';

/** Who one is here, the own sessions, and what one logs in with. */
export function AccountPage() {
  const { message } = App.useApp();
  const navigate = useNavigate();
  const queryClient = useQueryClient();
  const session = useQuery({ ...callQuery('session', {}), initialData: useSession() }).data;
  const sessions = useQuery(callQuery('sessions', {}));
  const refresh = () => queryClient.invalidateQueries({ queryKey: ['sessions'] });
  const end = useMutation({
    mutationFn: (id: string | null): Promise<null> =>
      id === null ? call('endSessions', {}) : call('endSession', { id }),
    onSuccess: () => message.success(texts.ended),
    onError: (error) => message.error(errorText(error)),
    onSettled: refresh,
  });
  const changed = (text: string) => (now: typeof session) => {
    queryClient.setQueryData(callQuery('session', {}).queryKey, now);
    void message.success(text);
    void refresh();
  };
  async function logOut(): Promise<void> {
    await call('logout', {}).catch(() => undefined);
    queryClient.clear();
    void navigate('/login', { replace: true });
  }
  const others = sessions.data?.filter(({ isCurrent }) => !isCurrent) ?? [];
  const isStale = sessions.isError;

  return (
    <>
      <PageHead title={texts.title} note={`${session.name} · ${roleNames[session.role]} ${session.role}`}>
        <Button onClick={() => void logOut()}>{texts.logOut}</Button>
      </PageHead>
      {session.hasNoFactor && (
        <p className={styles.warning}>
          <Status shape="attention">{texts.noFactor}</Status>
        </p>
      )}
      <section className={styles.section} aria-labelledby="title-sessions">
        <div className={styles.head}>
          <h2 id="title-sessions">{texts.sessions}</h2>
          {others.length > 0 && (
            <Popconfirm
              title={texts.endOthersAsk(others.length)}
              okText={texts.endOthers}
              onConfirm={() => end.mutateAsync(null)}
            >
              <Button size="small" disabled={isStale}>
                {texts.endOthers}
              </Button>
            </Popconfirm>
          )}
        </div>
        {sessions.data === undefined &&
          (sessions.error ? <QueryFailed what={texts.sessions} query={sessions} /> : <RowsSkeleton rows={3} />)}
        {sessions.data && sessions.error && <StaleAlert query={sessions} />}
        {sessions.data && (
          <Table
            size="small"
            rowKey="id"
            pagination={false}
            dataSource={sessions.data}
            columns={[
              {
                title: texts.device,
                render: (_value, { model, system, browser, isCurrent }) => (
                  <>
                    {[model, system, browser].filter(Boolean).join(' · ') || texts.unknownDevice}
                    {isCurrent && <span className={styles.current}>{texts.current}</span>}
                  </>
                ),
              },
              { title: texts.network, dataIndex: 'network', render: (network: string | null) => network ?? '—' },
              { title: texts.factor, dataIndex: 'factor', render: (factor: string) => factorNames[factor] },
              { title: texts.since, dataIndex: 'createdAt', render: momentText },
              { title: texts.lastUsed, dataIndex: 'lastUsedAt', render: momentText },
              {
                title: <span className={styles.hidden}>{texts.end}</span>,
                align: 'end',
                render: (_value, { id, isCurrent }) =>
                  !isCurrent && (
                    <Button size="small" disabled={isStale || end.isPending} onClick={() => end.mutate(id)}>
                      {texts.end}
                    </Button>
                  ),
              },
            ]}
          />
        )}
      </section>
      <div className={styles.forms}>
        <section aria-labelledby="title-password">
          <h2 id="title-password">{texts.password}</h2>
          <PasswordForm onDone={changed(texts.passwordChanged)} />
        </section>
        <section aria-labelledby="title-passkey">
          <h2 id="title-passkey">{texts.passkey}</h2>
          <PasskeyForm onDone={changed(texts.passkeyAdded)} />
        </section>
        <section aria-labelledby="title-app">
          <h2 id="title-app">{texts.app}</h2>
          <TotpForm onDone={changed(texts.appSetUp)} />
        </section>
      </div>
    </>
  );
}
