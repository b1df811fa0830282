import type { Data } from '@lode/contract';
import { Button, Card, copyText, GroupTitle, Main, Row, Skeleton, TextLink } from '@lode/ui';
import { useQuery } from '@tanstack/react-query';
import { Fragment, useState } from 'react';
import { QueryView } from '../../components/query-view.tsx';
import { Refreshable } from '../../components/refreshable.tsx';
import { Screen } from '../../components/screen.tsx';
import { callQuery } from '../../lib/api/queries.ts';
import { href } from '../../lib/routes.ts';
import { useClientState } from '../../lib/session/session.ts';
import { supportMessages as messages } from '../../locales/zh/support.ts';
import { titles } from '../../locales/zh/titles.ts';
import styles from './components/support.module.css';

type Info = Data<'supportInfo'>;

/** 客服: how to reach the house, the customer's questions, and what is asked most. */
export function SupportPage() {
  const info = useQuery(callQuery('supportInfo', {}));
  const isLoggedIn = useClientState((state) => state.token !== null);
  return (
    <Screen title={titles.support} action={null}>
      <Refreshable onRefresh={info.refetch}>
        <Main padded>
          <Card flush>
            {isLoggedIn ? (
              <Row
                icon="help"
                title={messages.myThreads}
                caption={messages.myThreadsNote}
                href={href('support_threads')}
              />
            ) : (
              <Row icon="help" title={messages.login} href={href('login')} />
            )}
          </Card>
          {isLoggedIn && (
            <Button block href={href('support_thread')}>
              {messages.askNow}
            </Button>
          )}
          <GroupTitle strong>{messages.contact}</GroupTitle>
          <QueryView query={info} skeleton={<ContactSkeleton />}>
            {(found) => (
              <>
                <Contact info={found} />
                {found.faq.length > 0 && <Faq faq={found.faq} />}
              </>
            )}
          </QueryView>
        </Main>
      </Refreshable>
    </Screen>
  );
}

function Contact({ info: { name, wechat, phone, mail, hours } }: { info: Info }) {
  const { names } = messages;
  if ([name, wechat, phone, mail].every((each) => each === null)) return <Card>{messages.noContact}</Card>;
  return (
    <Card flush>
      {name !== null && <Row icon="mine" title={names.name} caption={<Value>{name}</Value>} />}
      {wechat !== null && (
        <Row
          icon="chat"
          title={names.wechat}
          caption={<Value>{wechat}</Value>}
          value={<TextLink onClick={() => void copyText(wechat)}>{messages.copy}</TextLink>}
        />
      )}
      {phone !== null && (
        <Row
          icon="phone"
          title={names.phone}
          caption={<Value>{phone}</Value>}
          value={
            <a className={styles.act} href={`tel:${phone.replace(/[^\d+]/g, '')}`}>
              {messages.call}
            </a>
          }
        />
      )}
      {mail !== null && (
        <Row
          icon="mail"
          title={names.mail}
          caption={<Value>{mail}</Value>}
          value={
            <a className={styles.act} href={`mailto:${mail}`}>
              {messages.write}
            </a>
          }
        />
      )}
      {hours !== null && <Row icon="clock" title={names.hours} caption={<Value>{hours}</Value>} />}
    </Card>
  );
}

function Value({ children }: { children: string }) {
  return <span className={styles.value}>{children}</span>;
}

function Faq({ faq }: { faq: Info['faq'] }) {
  const [open, setOpen] = useState<number | null>(null);
  return (
    <>
      <GroupTitle strong>{messages.faq}</GroupTitle>
      <Card flush>
        {faq.map(({ question, answer }, index) => (
          <Fragment key={question}>
            <Row
              title={<span className={styles.question}>{question}</span>}
              onClick={() => setOpen(open === index ? null : index)}
              expanded={open === index}
            />
            {open === index && <p className={styles.answer}>{answer}</p>}
          </Fragment>
        ))}
      </Card>
    </>
  );
}

function ContactSkeleton() {
  return (
    <Card flush>
      {Array.from({ length: 5 }, (_, i) => (
        <Row
          key={i}
          icon="info"
          title={<Skeleton width="30%" height={28} />}
          value={<Skeleton width={160} height={28} />}
        />
      ))}
    </Card>
  );
}
