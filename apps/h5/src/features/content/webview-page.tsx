import { Button, Empty, Icon, Main, Skeleton, SkeletonScreen, TextLink } from '@lode/ui';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { Screen } from '../../components/screen.tsx';
import { callQuery } from '../../lib/api/queries.ts';
import { externalUrl, isListedSite } from '../../lib/external-url.ts';
import { useBack, useQueryParam } from '../../lib/navigation.ts';
import { href } from '../../lib/routes.ts';
import { commonMessages } from '../../locales/zh/common.ts';
import { contentMessages as messages } from '../../locales/zh/content.ts';
import { titles } from '../../locales/zh/titles.ts';
import { forgetOutsideSite, rememberOutsideSite, useIsOutsideSite } from './outside-sites.ts';
import styles from './webview-page.module.css';

/**
 * Shows an external site, by `?url=`. Sites on the operator's list open at once, others after the customer has confirmed
 * the host; where the customer chose the browser before, it is offered first.
 */
export function WebviewPage() {
  const address = externalUrl(useQueryParam('url'));
  return address === null ? <Refused /> : <ExternalSite key={address.href} address={address} />;
}

function Refused() {
  return (
    <Screen title={titles.webview}>
      <Main>
        <Empty
          title={messages.refusedTitle}
          hint={messages.refusedHint}
          action={{ label: commonMessages.backHome, href: href('index') }}
        />
      </Main>
    </Screen>
  );
}

function ExternalSite({ address }: { address: URL }) {
  const listed = useQuery(callQuery('webviewHosts', {}));
  const [isWanted, setWanted] = useState(false);
  if (useIsOutsideSite(address.host)) return <BrowserOffer address={address} />;
  if (listed.isPending) return <Waiting address={address} />;
  // While the list is unknown, every site needs confirmation.
  const isListed = isListedSite(address, listed.data?.hosts ?? []);
  return isListed || isWanted ? (
    <Site address={address} />
  ) : (
    <SiteConfirmation address={address} onGo={() => setWanted(true)} />
  );
}

const openInBrowser = (address: URL) => window.open(address.href, '_blank', 'noopener,noreferrer');

function BrowserOffer({ address }: { address: URL }) {
  return (
    <Screen
      title={titles.webview}
      foot={
        <>
          <Button variant="quiet" onClick={() => forgetOutsideSite(address.host)}>
            {messages.insideAgain}
          </Button>
          <Button onClick={() => openInBrowser(address)}>{messages.openOutside}</Button>
        </>
      }
    >
      <Main>
        <div className={styles.question}>
          <Icon name="ext" />
          <h2>{messages.outsideAgainTitle}</h2>
          <p className={styles.asked}>{address.host}</p>
          <p>{messages.outsideAgainText}</p>
        </div>
      </Main>
    </Screen>
  );
}

function Waiting({ address }: { address: URL }) {
  return (
    <Screen title={titles.webview} fixed>
      <main className={styles.site}>
        <HostBar address={address} />
        <div className={styles.inside}>
          <SkeletonScreen>
            <Skeleton width="100%" height={320} shape="card" />
          </SkeletonScreen>
        </div>
      </main>
    </Screen>
  );
}

/** The host that the browser connects to, never a name that the page gives itself. */
function HostBar({ address, hasNavigated = false }: { address: URL; hasNavigated?: boolean }) {
  if (hasNavigated) {
    return (
      <div className={styles.bar} role="status">
        <Icon name="warning" size="s" />
        <b className={styles.host}>{messages.gone(address.host)}</b>
        <ExternalLink address={address} />
      </div>
    );
  }
  const isEncrypted = address.protocol === 'https:';
  return (
    <div className={styles.bar}>
      <Icon
        name={isEncrypted ? 'lock' : 'warning'}
        size="s"
        label={isEncrypted ? messages.encrypted : messages.unencrypted}
      />
      <b className={styles.host}>{address.host}</b>
      <ExternalLink address={address} />
    </div>
  );
}

/** Opens a browser tab without opener and referrer. */
function ExternalLink({ address }: { address: URL }) {
  return (
    <a className={styles.out} href={address.href} target="_blank" rel="noopener noreferrer">
      <Icon name="ext" size="s" label={messages.openOutside} />
    </a>
  );
}

function SiteConfirmation({ address, onGo }: { address: URL; onGo: () => void }) {
  const back = useBack();
  return (
    <Screen
      title={titles.webview}
      foot={
        <>
          <Button variant="quiet" onClick={back}>
            {messages.outsideBack}
          </Button>
          <Button onClick={onGo}>{messages.outsideGo}</Button>
        </>
      }
    >
      <Main>
        <div className={styles.question}>
          <Icon name="ext" />
          <h2>{messages.outsideTitle}</h2>
          <p className={styles.asked}>{address.host}</p>
          <p>{messages.outsideText}</p>
          <p className={styles.address}>{address.href}</p>
        </div>
      </Main>
    </Screen>
  );
}

/** A sandboxed frame of an opaque origin: no access to the app, no referrer, no permissions. */
function Site({ address }: { address: URL }) {
  // The frame's address is not readable after its first page; only loads can be counted.
  const [loads, setLoads] = useState(0);
  // A page over TLS cannot embed one without.
  const isBlocked = window.location.protocol === 'https:' && address.protocol === 'http:';
  return (
    <Screen title={titles.webview} fixed>
      <main className={styles.site}>
        <HostBar address={address} hasNavigated={loads > 1} />
        {isBlocked ? (
          <div className={styles.inside}>
            <Empty title={messages.unencryptedTitle} hint={messages.unencryptedHint} />
          </div>
        ) : (
          <div className={styles.page}>
            <iframe
              className={styles.frame}
              src={address.href}
              title={messages.frameTitle(address.host)}
              sandbox="allow-scripts allow-forms"
              referrerPolicy="no-referrer"
              allow=""
              onLoad={() => setLoads((before) => before + 1)}
            />
            <p className={styles.note}>
              {messages.frameNote}
              <TextLink
                onClick={() => {
                  rememberOutsideSite(address.host);
                  openInBrowser(address);
                }}
              >
                {messages.openOutside}
              </TextLink>
            </p>
          </div>
        )}
      </main>
    </Screen>
  );
}
