import type { ConsoleData } from '@lode/contract/console';
import { useQuery } from '@tanstack/react-query';
import { Button } from 'antd';
import { useState } from 'react';
import { ProposalDialog } from '../../components/proposal-dialog.tsx';
import { QueryFailed } from '../../components/query-state.tsx';
import { Status } from '../../components/shape.tsx';
import { useKeys } from '../../lib/keys.ts';
import { callQuery } from '../../lib/queries.ts';
import { useMay } from '../../lib/session.ts';
import { momentText } from '../../lib/time.ts';
import { offlineStates, offlineTexts as texts } from '../../locales/zh/offline-signing.ts';
import { DownloadRequestDialog, TakeOfflineDialog, UploadResponseDialog } from './offline-dialogs.tsx';
import styles from './withdrawals.module.css';

type Review = ConsoleData<'withdrawalReview'>;
type Offline = NonNullable<ConsoleData<'offlineSigning'>['offline']>;

/** How soon what was done elsewhere is seen: its payment is built, its file is out. */
const offlineMs = 4000;
const onlineMs = 15_000;

/** Only payments of bitcoin are signed by files. */
function useOfflineSigning({ id, network }: Review['withdrawal']) {
  return useQuery({
    ...callQuery('offlineSigning', { id }),
    enabled: network === 'BITCOIN',
    refetchInterval: ({ state: { data } }) => (data?.offline ? offlineMs : onlineMs),
  });
}

/** Beside the decision: takes it off the online signer, where that is still allowed. */
export function TakeOffline({ review: { withdrawal }, isStale }: { review: Review; isStale: boolean }) {
  const may = useMay();
  const { data, isError } = useOfflineSigning(withdrawal);
  const [isOpen, setOpen] = useState(false);
  const isOffered = data?.canTakeOffline === true && may('takeOffline') && !withdrawal.isCancelling;
  const isOld = isStale || isError;
  useKeys(isOffered && !isOld ? { '.': () => setOpen(true) } : {});
  return (
    <>
      {isOffered && (
        <Button block disabled={isOld} onClick={() => setOpen(true)}>
          {texts.take} <kbd>.</kbd>
        </Button>
      )}
      {isOpen && <TakeOfflineDialog withdrawal={withdrawal} onClose={() => setOpen(false)} />}
    </>
  );
}

/** Of one that is signed by files: who took it off the online signer, what it waits for, and the files. */
export function OfflineSection({ review, isStale }: { review: Review; isStale: boolean }) {
  const { withdrawal } = review;
  const query = useOfflineSigning(withdrawal);
  if (query.data === undefined) return query.error && <QueryFailed what={texts.title} query={query} />;
  const { offline } = query.data;
  if (offline === null) return null;
  const { state, obstacle, by, since, reason } = offline;
  const { shape, label, text } = offlineStates[state];
  return (
    <section className={styles.section} aria-labelledby="offline">
      <h2 id="offline">
        {texts.title} <small>{texts.taken(by, momentText(since))}</small>
      </h2>
      {reason !== null && <p className={styles.quoted}>{`“${reason}”`}</p>}
      <div className={styles.offline}>
        <Status shape={shape}>{label}</Status>
        <span className={styles.quiet}>{obstacle ?? text}</span>
      </div>
      {(state === 'REQUEST' || state === 'SIGNATURE') && (
        <p className={styles.quiet}>
          {texts.onMachine} <code className={styles.code}>{texts.command(withdrawal.number)}</code>
        </p>
      )}
      <FileActions withdrawal={withdrawal} offline={offline} isOld={isStale || query.isError} />
      <Files files={offline.files} />
    </section>
  );
}

type Chosen = 'DOWNLOAD' | 'UPLOAD' | 'ONLINE';

/** Before its signature is stored two people may give it back. */
const unsigned: readonly Offline['state'][] = ['APPROVAL', 'PAYMENT', 'REQUEST', 'SIGNATURE', 'STOPPED'];

function FileActions({
  withdrawal,
  offline: { state },
  isOld,
}: {
  withdrawal: Review['withdrawal'];
  offline: Offline;
  isOld: boolean;
}) {
  const may = useMay();
  const [chosen, setChosen] = useState<Chosen | null>(null);
  const close = () => setChosen(null);
  const isPending = state === 'REQUEST' || state === 'SIGNATURE';
  const offers: { key: Chosen; label: string; isNext: boolean }[] = [
    ...(isPending && may('exportSigningRequest')
      ? [
          {
            key: 'DOWNLOAD' as const,
            label: state === 'REQUEST' ? texts.download : texts.downloadAgain,
            isNext: state === 'REQUEST',
          },
        ]
      : []),
    ...(state === 'SIGNATURE' && may('importSigningResponse')
      ? [{ key: 'UPLOAD' as const, label: texts.upload, isNext: true }]
      : []),
    ...(unsigned.includes(state) && may('withdrawal:online')
      ? [{ key: 'ONLINE' as const, label: texts.online, isNext: false }]
      : []),
  ];
  return (
    <>
      {offers.length > 0 && (
        <div className={styles.buttons}>
          {offers.map(({ key, label, isNext }) => (
            <Button
              key={key}
              {...(isNext && { type: 'primary' as const })}
              disabled={isOld}
              onClick={() => setChosen(key)}
            >
              {label}
            </Button>
          ))}
        </div>
      )}
      {chosen === 'DOWNLOAD' && <DownloadRequestDialog withdrawal={withdrawal} onClose={close} />}
      {chosen === 'UPLOAD' && <UploadResponseDialog withdrawal={withdrawal} onClose={close} />}
      {chosen === 'ONLINE' && (
        <ProposalDialog
          title={texts.onlineTitle(withdrawal.number)}
          okText={texts.online}
          action="withdrawal:online"
          options={{ id: withdrawal.id }}
          refreshes={['offlineSigning']}
          onClose={close}
        >
          <p>{texts.onlineEffect}</p>
        </ProposalDialog>
      )}
    </>
  );
}

function Files({ files }: Pick<Offline, 'files'>) {
  if (files.length === 0) return null;
  return (
    <dl className={styles.facts}>
      {files.map(({ txid, at, by }) => (
        <div key={txid} className={styles.exported}>
          <dt>
            {texts.files} {texts.fileBy(by, momentText(at))}
          </dt>
          <dd className={styles.code}>{txid}</dd>
        </div>
      ))}
    </dl>
  );
}
