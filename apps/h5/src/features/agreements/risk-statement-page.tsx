import type { Data } from '@lode/contract';
import { Alert, Button, Main, Skeleton, SkeletonScreen, Tick, toast } from '@lode/ui';
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { QueryView } from '../../components/query-view.tsx';
import { Screen } from '../../components/screen.tsx';
import { call } from '../../lib/api/call.ts';
import { callQuery } from '../../lib/api/queries.ts';
import { useBack } from '../../lib/navigation.ts';
import { useClientState } from '../../lib/session/session.ts';
import { moneyWords as words } from '../../locales/zh/money.ts';
import styles from './risk-statement-page.module.css';

/** The statement of risks, to be read by anybody and confirmed by a customer before the first money action. */
export function RiskStatementPage() {
  const text = useQuery(callQuery('agreement', { key: 'user_sm' }));
  const isLoggedIn = useClientState((state) => state.token !== null);
  const risk = useQuery({ ...callQuery('riskStatement', {}), enabled: isLoggedIn });
  const [isTicked, setTicked] = useState(false);
  const asks = text.data !== undefined && risk.data?.confirmed === false;
  return (
    <Screen
      title={text.data?.title ?? words.riskTitle}
      foot={asks ? <Confirm version={text.data.version} isTicked={isTicked} /> : undefined}
    >
      <Main>
        <QueryView query={text} skeleton={<StatementSkeleton />}>
          {(statement) => (
            <>
              <Statement statement={statement} />
              {risk.data?.confirmed && <Alert tone="good">{words.riskConfirmed}</Alert>}
              {/* Under the text, so that it is passed on the way. */}
              {asks && (
                <Tick checked={isTicked} onChange={setTicked}>
                  {words.riskTick}
                </Tick>
              )}
            </>
          )}
        </QueryView>
      </Main>
    </Screen>
  );
}

function Statement({ statement }: { statement: Data<'agreement'> }) {
  const { version, content } = statement;
  return (
    <article className={styles.statement}>
      <p className={styles.version}>{words.riskVersion(version)}</p>
      {content.split('\n\n').map((paragraph) => (
        <Paragraph key={paragraph} lines={paragraph.split('\n')} />
      ))}
    </article>
  );
}

/** A paragraph of several lines has its heading in the first. */
function Paragraph({ lines: [first = '', ...rest] }: { lines: readonly string[] }) {
  if (rest.length === 0) return <p>{first}</p>;
  return (
    <section>
      <h2>{first}</h2>
      <p>{rest.join('\n')}</p>
    </section>
  );
}

/** What is confirmed is the version that was shown. */
function Confirm({ version, isTicked }: { version: string; isTicked: boolean }) {
  const queryClient = useQueryClient();
  const back = useBack();
  const confirm = useMutation({
    mutationFn: () => call('confirmRiskStatement', { version }),
    onSuccess: async () => {
      toast(words.riskConfirmedToast, { icon: 'success' });
      await queryClient.invalidateQueries({ queryKey: ['riskStatement'] });
      back();
    },
    // Another version came into force meanwhile: it is what must be read.
    onError: () => void queryClient.invalidateQueries({ queryKey: ['agreement'] }),
  });
  return (
    <Button
      block
      softDisabled={!isTicked}
      busy={confirm.isPending}
      onClick={() => (isTicked ? confirm.mutate() : toast(words.riskUnticked))}
    >
      {words.riskConfirm}
    </Button>
  );
}

function StatementSkeleton() {
  return (
    <SkeletonScreen>
      <div className={styles.statement}>
        <Skeleton width="30%" height={26} />
        {['100%', '100%', '72%', '100%', '88%', '100%', '64%'].map((width, line) => (
          <Skeleton key={`${width} ${line}`} width={width} height={28} />
        ))}
      </div>
    </SkeletonScreen>
  );
}
