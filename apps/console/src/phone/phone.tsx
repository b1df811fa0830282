import {
  AgreementArticle,
  BannerImage,
  Card,
  ContentArticle,
  ForcedNoticeDialog,
  Hero,
  HeroBody,
  NavBar,
  NewVersionDialog,
  NoticeStrip,
  Page,
  PopupDialog,
  Skeleton,
  shanghaiDate,
  shanghaiTime,
  ToastHost,
} from '@lode/ui';
import { type ReactNode, useState } from 'react';
import { phoneTexts as texts } from '../locales/zh/phone.ts';
import styles from './phone.module.css';
import type { PhoneMessage } from './phone-message.ts';
import { RichText } from './rich-text.tsx';

type Shown = PhoneMessage['shown'];

/** Content in the customers' own components. */
export function Phone({ shown, page }: { shown: Shown; page: PhoneMessage['page'] }) {
  return (
    <>
      {shown.kind === 'agreement' ? (
        <Agreement shown={shown} />
      ) : page === 'DETAIL' ? (
        <Detail shown={shown} />
      ) : (
        <Home shown={shown} />
      )}
      <ToastHost />
    </>
  );
}

function Home({ shown }: { shown: Shown }) {
  const { kind, text, title, image } = shown;
  return (
    <>
      <Page>
        <Hero>
          <HeroBody>
            <h1 className={styles.unseen}>{texts.home}</h1>
            <div className={styles.hero}>
              <Skeleton width="40%" height={28} />
              <Skeleton width="72%" height={72} />
              <Skeleton width="48%" height={28} />
            </div>
          </HeroBody>
        </Hero>
        <main className={styles.main} aria-label={texts.main}>
          {kind === 'notice' ? <NoticeStrip href="/">{text}</NoticeStrip> : <NoticeStrip>{texts.noNotice}</NoticeStrip>}
          <Placeholder rows={3} />
          <Placeholder rows={2} />
          {kind === 'banner' && image !== null && (
            <section className={styles.banner}>
              <BannerImage src={image} title={title} name={texts.banner} />
            </section>
          )}
        </main>
      </Page>
      <Dialog shown={shown} />
    </>
  );
}

function Dialog({ shown: { kind, name, title, body, image, url, isForce } }: { shown: Shown }) {
  const [times, setTimes] = useState(0);
  const again = () => setTimes(times + 1);
  const content: ReactNode = body === null ? null : <RichText body={body} />;
  if (kind === 'forced') {
    return (
      <ForcedNoticeDialog
        key={times}
        notices={[{ id: '1', img: image, content }]}
        onConfirm={() => Promise.resolve(true)}
        onAllConfirmed={again}
      />
    );
  }
  if (kind === 'popup' && image !== null) {
    return (
      <PopupDialog
        key={times}
        open
        img={image}
        title={title}
        {...((body !== null || url !== null) && { onOpen: () => undefined })}
        onClose={again}
        onBroken={() => undefined}
      />
    );
  }
  if (kind === 'version') {
    return (
      <NewVersionDialog key={times} open version={name} status={3} isForced={isForce} onUpdate={again} onClose={again}>
        {content}
      </NewVersionDialog>
    );
  }
  return null;
}

function Detail({ shown: { title, text, body, startsAt } }: { shown: Shown }) {
  return (
    <Page nav={<NavBar title={texts.detail} onBack={() => undefined} />}>
      <main className={styles.main} aria-label={texts.main}>
        <ContentArticle
          title={title ?? ''}
          time={texts.published(startsAt === null ? texts.atApproval : shanghaiTime(startsAt))}
        >
          {body === null ? <p>{text}</p> : <RichText body={body} />}
        </ContentArticle>
      </main>
    </Page>
  );
}

function Agreement({ shown: { title, version, text, startsAt } }: { shown: Shown }) {
  return (
    <Page nav={<NavBar title={title ?? ''} onBack={() => undefined} />}>
      <main className={styles.main} aria-label={texts.main}>
        <Card>
          <AgreementArticle
            content={text ?? ''}
            version={texts.version(version ?? '', startsAt === null ? texts.atApproval : shanghaiDate(startsAt))}
          />
        </Card>
      </main>
    </Page>
  );
}

function Placeholder({ rows }: { rows: number }) {
  return (
    <Card>
      <div className={styles.placeholder}>
        {['36%', '100%', '64%'].slice(0, rows).map((width) => (
          <Skeleton key={width} width={width} height={28} />
        ))}
      </div>
    </Card>
  );
}
