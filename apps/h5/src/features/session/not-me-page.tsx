import { codes, type Data } from '@lode/contract';
import { Alert, Button, Card, Empty, KeyValues, Main, Skeleton, shanghaiTime } from '@lode/ui';
import { queryOptions, useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { ContactText } from '../../components/ask-about.tsx';
import { QueryView } from '../../components/query-view.tsx';
import { Screen } from '../../components/screen.tsx';
import { call } from '../../lib/api/call.ts';
import { isRefusal } from '../../lib/api/request-error.ts';
import { useSearchParams } from '../../lib/router/router.tsx';
import { href } from '../../lib/routes.ts';
import { securityMessages as messages } from '../../locales/zh/security.ts';
import { titles } from '../../locales/zh/titles.ts';
import styles from './not-me-page.module.css';

type Notice = Data<'securityNotice'>;

const tokenShape = /^[A-Za-z0-9_-]{43}$/;

/** The failure stays on the page: a link that is no good is a state of it. */
const noticeQuery = (token: string) =>
  queryOptions({
    queryKey: ['securityNotice', token] as const,
    queryFn: ({ signal }) =>
      call('securityNotice', { token }, { signal, silentAbort: true, inlineErrors: [codes.badLink.code] }).catch(
        (error: unknown): null => {
          if (isRefusal(error, codes.badLink.code)) return null;
          throw error;
        },
      ),
  });

/** Behind the link of a security notice: what happened, and one tap that freezes withdrawals. Opening it changes nothing. */
export function NotMePage() {
  const [params] = useSearchParams();
  const token = params.get('token') ?? '';
  return (
    <Screen title={titles.not_me}>{tokenShape.test(token) ? <NoticeOfToken token={token} /> : <BadLink />}</Screen>
  );
}

function NoticeOfToken({ token }: { token: string }) {
  const notice = useQuery(noticeQuery(token));
  return (
    <QueryView query={notice} skeleton={<NoticeSkeleton />} isWholePage>
      {(found) => (found === null ? <BadLink /> : <FoundNotice token={token} notice={found} />)}
    </QueryView>
  );
}

function FoundNotice({ token, notice }: { token: string; notice: Notice }) {
  const queryClient = useQueryClient();
  const report = useMutation({
    mutationFn: () => call('reportEvent', { token }),
    onSuccess: ({ isFrozen }) => {
      queryClient.setQueryData(noticeQuery(token).queryKey, (known) => known && { ...known, isFrozen, isUsed: true });
    },
    // Another tap elsewhere may have used the link.
    onError: () => void queryClient.invalidateQueries({ queryKey: noticeQuery(token).queryKey }),
  });
  if (notice.isUsed) return <UsedLink isFrozen={notice.isFrozen} />;
  const { maskedAccount, kind, time, subject, isFrozen } = notice;
  return (
    <Main>
      <p className={styles.intro}>{messages.intro}</p>
      <Card label={messages.kinds[kind]}>
        <KeyValues
          items={[
            { label: messages.account, value: maskedAccount },
            { label: messages.event, value: messages.kinds[kind] },
            { label: messages.time, value: shanghaiTime(time) },
            ...(subject === null
              ? []
              : [{ label: kind.startsWith('WITHDRAWAL_') ? messages.amount : messages.subject, value: subject }]),
          ]}
        />
      </Card>
      <Alert tone="warn">
        <ContactText>{isFrozen ? messages.alreadyFrozen : messages.effects}</ContactText>
      </Alert>
      <div className={styles.act}>
        <Button block variant="danger" busy={report.isPending} onClick={() => report.mutate()}>
          {messages.notMe}
        </Button>
        <p className={styles.intro}>{messages.itWasMe}</p>
      </div>
    </Main>
  );
}

function UsedLink({ isFrozen }: { isFrozen: boolean }) {
  return (
    <Main padded>
      {isFrozen ? (
        <Empty
          title={messages.frozenTitle}
          hint={<ContactText>{messages.frozenText}</ContactText>}
          action={{ label: messages.setPassword, href: href('password_forget') }}
        />
      ) : (
        <Empty
          title={messages.usedTitle}
          hint={<ContactText>{messages.usedText}</ContactText>}
          action={{ label: messages.home, href: href('start') }}
        />
      )}
    </Main>
  );
}

function BadLink() {
  return (
    <Main padded>
      <Empty
        title={messages.badTitle}
        hint={<ContactText>{messages.badText}</ContactText>}
        action={{ label: messages.home, href: href('start') }}
      />
    </Main>
  );
}

function NoticeSkeleton() {
  return (
    <Main>
      <Card>
        <div className={styles.waiting} aria-busy="true">
          <Skeleton width="80%" height={28} />
          <Skeleton width="60%" height={28} />
          <Skeleton width="72%" height={28} />
        </div>
      </Card>
    </Main>
  );
}
