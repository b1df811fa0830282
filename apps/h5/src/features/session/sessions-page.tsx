import type { Data } from '@lode/contract';
import { Alert, Button, Card, Main, Modal, Row, Skeleton, shanghaiTime, Tag, toast, uiWords } from '@lode/ui';
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { QueryView } from '../../components/query-view.tsx';
import { Screen } from '../../components/screen.tsx';
import { call } from '../../lib/api/call.ts';
import { callQuery } from '../../lib/api/queries.ts';
import { sessionWords as words } from '../../locales/zh/session.ts';
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
      toast(words.revoked, { icon: 'success' });
      await queryClient.invalidateQueries({ queryKey: ['sessionList'] });
    },
    onSettled: () => setChosen(null),
  });
  return (
    <Screen title={words.sessionsTitle}>
      <Main>
        <Alert icon="shield">{words.sessionsIntro}</Alert>
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
        title={words.revokeTitle}
        confirmText={words.revoke}
        cancelText={uiWords.cancel}
        tone="danger"
        busy={revoke.isPending}
        onConfirm={() => chosen && revoke.mutate(chosen)}
        onCancel={() => setChosen(null)}
      >
        {words.revokeText}
      </Modal>
    </Screen>
  );
}

function SessionRow({ session, onRevoke }: { session: Session; onRevoke: () => void }) {
  const name = session.deviceId ? words.deviceOf(session.deviceId.slice(0, shownIdLength)) : words.otherDevice;
  return (
    <Row
      icon="phone"
      title={
        <span className={styles.name}>
          {name}
          {session.current && <Tag>{words.thisDevice}</Tag>}
        </span>
      }
      caption={words.signedInAt(shanghaiTime(session.createdAt))}
      value={
        session.current ? undefined : (
          <Button variant="quiet" size="s" onClick={onRevoke}>
            {words.revoke}
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
