import { Alert, Button, Card, Main, Skeleton, SkeletonScreen, shanghaiDate, Tick, toast } from '@lode/ui';
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { AgreementText } from '../../components/agreement-text/agreement-text.tsx';
import { QueryView } from '../../components/query-view.tsx';
import { Screen } from '../../components/screen.tsx';
import { call } from '../../lib/api/call.ts';
import { callQuery } from '../../lib/api/queries.ts';
import { hasEndedSession } from '../../lib/api/request-error.ts';
import { useBack } from '../../lib/navigation.ts';
import { useClientState } from '../../lib/session/session.ts';
import { agreementMessages } from '../../locales/zh/agreements.ts';
import { moneyMessages as messages } from '../../locales/zh/money.ts';

/** The risk disclosure: readable without a session, confirmed before the first money action. */
export function RiskDisclosurePage() {
  const text = useQuery(callQuery('agreement', { key: 'user_sm' }));
  const isLoggedIn = useClientState((state) => state.token !== null);
  const risk = useQuery({ ...callQuery('riskDisclosure', {}), enabled: isLoggedIn });
  const [isTicked, setTicked] = useState(false);
  const asks = text.data !== undefined && risk.data?.confirmed === false;
  return (
    <Screen
      title={text.data?.title ?? messages.riskTitle}
      foot={asks ? <Confirm version={text.data.version} isTicked={isTicked} /> : undefined}
    >
      <Main>
        <QueryView query={text} skeleton={<DisclosureSkeleton />}>
          {(statement) => (
            <>
              <Card label={statement.title}>
                <AgreementText
                  content={statement.content}
                  version={agreementMessages.version(statement.version, shanghaiDate(statement.effectiveFrom))}
                />
              </Card>
              {/* Below the text, so that the customer scrolls past it. */}
              {isLoggedIn && (
                <QueryView query={risk} skeleton={null} hasOwnNote>
                  {({ confirmed, version }) =>
                    confirmed ? (
                      <Alert tone="good">{messages.riskConfirmed(version)}</Alert>
                    ) : (
                      <Tick checked={isTicked} onChange={setTicked}>
                        {messages.riskTick}
                      </Tick>
                    )
                  }
                </QueryView>
              )}
            </>
          )}
        </QueryView>
      </Main>
    </Screen>
  );
}

/** Confirms the version that is shown. */
function Confirm({ version, isTicked }: { version: string; isTicked: boolean }) {
  const queryClient = useQueryClient();
  const back = useBack();
  const confirm = useMutation({
    mutationFn: () => call('confirmRiskDisclosure', { version }),
    onSuccess: async () => {
      toast(messages.riskConfirmedToast, { icon: 'success' });
      await queryClient.invalidateQueries({ queryKey: ['riskDisclosure'] });
      back();
    },
    // Another version came into force, which has to be read first.
    onError: (failure) => {
      if (!hasEndedSession(failure)) void queryClient.invalidateQueries({ queryKey: ['agreement'] });
    },
  });
  return (
    <Button
      block
      softDisabled={!isTicked}
      busy={confirm.isPending}
      onClick={() => (isTicked ? confirm.mutate() : toast(messages.riskUnticked))}
    >
      {messages.riskConfirm}
    </Button>
  );
}

function DisclosureSkeleton() {
  return (
    <SkeletonScreen>
      <Card>
        {['30%', '100%', '100%', '72%', '100%', '88%', '100%', '64%'].map((width, line) => (
          <p key={`${width} ${line}`}>
            <Skeleton width={width} height={28} />
          </p>
        ))}
      </Card>
    </SkeletonScreen>
  );
}
