import { Card, Main, Skeleton, SkeletonScreen, shanghaiDate } from '@lode/ui';
import { useQuery } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { callQuery } from '../../lib/api/queries.ts';
import { agreementMessages as messages } from '../../locales/zh/agreements.ts';
import { titles } from '../../locales/zh/titles.ts';
import { QueryView } from '../query-view.tsx';
import { Screen } from '../screen.tsx';
import { AgreementText } from './agreement-text.tsx';

/** Shows one agreement in the version in force; the client ships no copy that could differ. */
export function AgreementScreen({
  name,
  children,
}: {
  name: 'user_agreement' | 'user_ys' | 'coinup_xy' | 'coinup_safe';
  /** Above the text. */
  children?: ReactNode;
}) {
  const text = useQuery(callQuery('agreement', { key: name }));
  return (
    <Screen title={text.data?.title ?? titles[name]}>
      <Main>
        {children}
        <QueryView query={text} skeleton={<AgreementSkeleton />}>
          {({ title, version, effectiveFrom, content }) => (
            <Card label={title}>
              <AgreementText content={content} version={messages.version(version, shanghaiDate(effectiveFrom))} />
            </Card>
          )}
        </QueryView>
      </Main>
    </Screen>
  );
}

function AgreementSkeleton() {
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
