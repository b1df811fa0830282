import type { Data } from '@lode/contract';
import {
  Alert,
  Button,
  Card,
  Main,
  Modal,
  Phrases,
  Row,
  Skeleton,
  shanghaiShortTime,
  Tag,
  toast,
  uiMessages,
} from '@lode/ui';
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { QueryView } from '../../components/query-view.tsx';
import { Screen } from '../../components/screen.tsx';
import { call } from '../../lib/api/call.ts';
import { callQuery } from '../../lib/api/queries.ts';
import { sessionMessages as messages } from '../../locales/zh/session.ts';
import styles from './sessions-page.module.css';

type Session = Data<'sessionList'>[number];

/** The customer's sessions; others can be revoked. */
export function SessionsPage() {
  const sessions = useQuery(callQuery('sessionList', {}));
  const [chosen, setChosen] = useState<Session | null>(null);
  const queryClient = useQueryClient();
  const revoke = useMutation({
    mutationFn: (session: Session) => call('sessionRevoke', { id: session.id }),
    onSuccess: async () => {
      toast(messages.revoked, { icon: 'success' });
      await queryClient.invalidateQueries({ queryKey: ['sessionList'] });
    },
    onSettled: () => setChosen(null),
  });
  const [isEndingAll, setIsEndingAll] = useState(false);
  const revokeAll = useMutation({
    mutationFn: () => call('sessionRevokeAll', {}),
    onSuccess: async ({ ended }) => {
      toast(messages.revokedAll(ended), { icon: 'success' });
      await queryClient.invalidateQueries({ queryKey: ['sessionList'] });
    },
    onSettled: () => setIsEndingAll(false),
  });
  return (
    <Screen title={messages.sessionsTitle}>
      <Main>
        <Alert icon="shield">{messages.sessionsIntro}</Alert>
        <QueryView query={sessions} skeleton={<SessionsSkeleton />}>
          {(list) => (
            <>
              <Card flush>
                {currentFirst(list).map((session) => (
                  <SessionRow key={session.id} session={session} onRevoke={() => setChosen(session)} />
                ))}
              </Card>
              {list.length > 1 && (
                <Button block variant="quiet" onClick={() => setIsEndingAll(true)}>
                  {messages.revokeAll}
                </Button>
              )}
            </>
          )}
        </QueryView>
      </Main>
      <Modal
        open={chosen !== null}
        title={messages.revokeTitle}
        confirmText={messages.revoke}
        cancelText={uiMessages.cancel}
        tone="danger"
        busy={revoke.isPending}
        onConfirm={() => chosen && revoke.mutate(chosen)}
        onCancel={() => setChosen(null)}
      >
        {messages.revokeText}
      </Modal>
      <Modal
        open={isEndingAll}
        title={messages.revokeAllTitle}
        confirmText={messages.revokeAll}
        cancelText={uiMessages.cancel}
        tone="danger"
        busy={revokeAll.isPending}
        onConfirm={() => revokeAll.mutate()}
        onCancel={() => setIsEndingAll(false)}
      >
        {messages.revokeAllText}
      </Modal>
    </Screen>
  );
}

const currentFirst = (list: readonly Session[]) => [...list].sort((a, b) => Number(b.current) - Number(a.current));

function SessionRow({ session, onRevoke }: { session: Session; onRevoke: () => void }) {
  const { model, system, browser, city, isLocalNetwork } = session;
  // A computer has no model: its system names it.
  const name = [model ?? system, browser].filter(Boolean).join(' · ') || messages.otherDevice;
  const isComputer = model === null && /^(?:Windows|macOS|Linux|Chrome OS)/.test(system ?? '');
  const place = isLocalNetwork ? messages.localNetwork : (city ?? messages.unknownCity);
  return (
    <Row
      icon={isComputer ? 'desktop' : 'phone'}
      title={
        <span className={styles.name}>
          {name}
          {session.current && <Tag>{messages.thisDevice}</Tag>}
        </span>
      }
      caption={
        <>
          <span className={styles.line}>
            <Phrases
              of={[
                place,
                session.current ? messages.online : messages.lastUsedAt(shanghaiShortTime(session.lastUsedAt)),
              ]}
            />
          </span>
          <span className={styles.line}>{messages.signedInAt(shanghaiShortTime(session.createdAt))}</span>
        </>
      }
      value={
        session.current ? undefined : (
          <Button variant="quiet" size="s" onClick={onRevoke}>
            {messages.revoke}
          </Button>
        )
      }
    />
  );
}

function SessionsSkeleton() {
  return (
    <Card flush>
      <Row icon="phone" title={<Skeleton width="40%" height={28} />} caption={<Skeleton width="60%" height={24} />} />
      <Row icon="phone" title={<Skeleton width="40%" height={28} />} caption={<Skeleton width="60%" height={24} />} />
    </Card>
  );
}
