import type { Data } from '@lode/contract';
import { Alert, Button, Card, Main, Modal, Row, Skeleton, shanghaiTime, Tag, toast, uiMessages } from '@lode/ui';
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { QueryView } from '../../components/query-view.tsx';
import { Screen } from '../../components/screen.tsx';
import { call } from '../../lib/api/call.ts';
import { callQuery } from '../../lib/api/queries.ts';
import { sessionMessages as messages } from '../../locales/zh/session.ts';
import styles from './sessions-page.module.css';

type Session = Data<'sessionList'>[number];
const shownIdLength = 6;

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
  return (
    <Screen title={messages.sessionsTitle}>
      <Main>
        <Alert icon="shield">{messages.sessionsIntro}</Alert>
        <QueryView query={sessions} skeleton={<SessionsSkeleton />}>
          {(list) => (
            <Card flush>
              {list.map((session) => (
                <SessionRow key={session.id} session={session} onRevoke={() => setChosen(session)} />
              ))}
            </Card>
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
    </Screen>
  );
}

function SessionRow({ session, onRevoke }: { session: Session; onRevoke: () => void }) {
  const name = session.deviceId ? messages.deviceOf(session.deviceId.slice(0, shownIdLength)) : messages.otherDevice;
  return (
    <Row
      icon="phone"
      title={
        <span className={styles.name}>
          {name}
          {session.current && <Tag>{messages.thisDevice}</Tag>}
        </span>
      }
      caption={messages.signedInAt(shanghaiTime(session.createdAt))}
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
