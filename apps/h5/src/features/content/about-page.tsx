import { Card, GroupTitle, KeyValues, Main, Row, Skeleton } from '@lode/ui';
import { useQuery } from '@tanstack/react-query';
import { AgreementText } from '../../components/agreement-text/agreement-text.tsx';
import { BrandMark } from '../../components/brand.tsx';
import { QueryView } from '../../components/query-view.tsx';
import { Screen } from '../../components/screen.tsx';
import { callQuery } from '../../lib/api/queries.ts';
import { clientVersion } from '../../lib/client-version.ts';
import { href } from '../../lib/routes.ts';
import { commonMessages } from '../../locales/zh/common.ts';
import { contentMessages as messages } from '../../locales/zh/content.ts';
import { titles } from '../../locales/zh/titles.ts';
import styles from './about-page.module.css';

const texts = ['user_agreement', 'user_ys', 'user_sm', 'coinup_xy', 'coinup_safe'] as const;

export function AboutPage() {
  const about = useQuery(callQuery('agreement', { key: 'about' }));
  return (
    <Screen title={titles.about}>
      <Main>
        <div className={styles.head}>
          <BrandMark />
          <b>
            {commonMessages.brand} <small>{commonMessages.brandLatin}</small>
          </b>
        </div>
        <QueryView query={about} skeleton={<AboutSkeleton />}>
          {({ content }) => (
            <Card label={titles.about}>
              <AgreementText content={content} />
            </Card>
          )}
        </QueryView>
        <Card>
          <KeyValues items={[{ label: messages.version, value: clientVersion }]} />
        </Card>
        <GroupTitle strong>{messages.texts}</GroupTitle>
        <Card flush>
          {texts.map((name) => (
            <Row key={name} icon="doc" title={titles[name]} href={href(name)} />
          ))}
        </Card>
      </Main>
    </Screen>
  );
}

function AboutSkeleton() {
  return (
    <Card>
      <div className={styles.waiting} aria-busy="true">
        <Skeleton width="100%" height={28} />
        <Skeleton width="72%" height={28} />
      </div>
    </Card>
  );
}
