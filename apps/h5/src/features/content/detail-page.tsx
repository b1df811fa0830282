import type { Data } from '@lode/contract';
import { Card, ContentArticle, Empty, Main, Skeleton, SkeletonScreen, shanghaiTime } from '@lode/ui';
import { queryOptions, useQuery } from '@tanstack/react-query';
import { QueryView } from '../../components/query-view.tsx';
import { RichText } from '../../components/rich-text/rich-text.tsx';
import { Screen } from '../../components/screen.tsx';
import { call } from '../../lib/api/call.ts';
import { isRefusal } from '../../lib/api/request-error.ts';
import { useQueryParam } from '../../lib/navigation.ts';
import { href } from '../../lib/routes.ts';
import { commonMessages } from '../../locales/zh/common.ts';
import { contentMessages as messages } from '../../locales/zh/content.ts';
import { titles } from '../../locales/zh/titles.ts';
import styles from './detail-page.module.css';

const notFound = 404;
const kinds = ['HomePopup', 'Notice', 'Banner'] as const;
type Kind = (typeof kinds)[number];

function detailQuery(kind: Kind, id: string) {
  return queryOptions({
    queryKey: ['contentDetail', kind, id],
    queryFn: ({ signal }) => {
      // Missing content is reported on the page, not in a toast.
      const options = { signal, silentAbort: true, inlineErrors: [notFound] };
      return kind === 'Banner'
        ? call('bannerDetail', { id }, options)
        : call('noticeDetail', { id, type: kind }, options);
    },
  });
}

/** Content of a popup, a banner or the notice strip, by `?id=` and `?type=`. */
export function DetailPage() {
  const id = useQueryParam('id');
  const type = useQueryParam('type');
  const kind = kinds.find((each) => each === type);
  return id === null || kind === undefined ? <Missing /> : <Detail kind={kind} id={id} />;
}

function Detail({ kind, id }: { kind: Kind; id: string }) {
  const detail = useQuery(detailQuery(kind, id));
  if (isRefusal(detail.error, notFound)) return <Missing />;
  return (
    <Screen title={titles.detail}>
      <Main>
        <QueryView query={detail} skeleton={<DetailSkeleton />}>
          {(content) => <Article content={content} />}
        </QueryView>
      </Main>
    </Screen>
  );
}

function Article({ content: { title, content, publishTime } }: { content: Data<'noticeDetail'> }) {
  return (
    <ContentArticle title={title} time={messages.published(shanghaiTime(publishTime))}>
      <RichText html={content} />
    </ContentArticle>
  );
}

function Missing() {
  return (
    <Screen title={titles.detail}>
      <Main>
        <Empty
          title={messages.missing}
          hint={messages.missingHint}
          action={{ label: commonMessages.backHome, href: href('index') }}
        />
      </Main>
    </Screen>
  );
}

function DetailSkeleton() {
  return (
    <SkeletonScreen>
      <Card>
        <div className={styles.waiting}>
          <Skeleton width="70%" height={36} />
          <Skeleton width="40%" height={24} />
          {['100%', '92%', '100%', '64%'].map((width, line) => (
            <Skeleton key={`${width} ${line}`} width={width} height={28} />
          ))}
        </div>
      </Card>
    </SkeletonScreen>
  );
}
