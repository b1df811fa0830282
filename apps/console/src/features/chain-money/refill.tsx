import { useQuery } from '@tanstack/react-query';
import { Button } from 'antd';
import { useState } from 'react';
import { Amount } from '../../components/amount.tsx';
import { ProposalLink } from '../../components/proposal-link.tsx';
import { QueryFailed } from '../../components/query-state.tsx';
import { Status } from '../../components/shape.tsx';
import { callQuery } from '../../lib/queries.ts';
import { useMay } from '../../lib/session.ts';
import { shownAmount } from '../../lib/shown-amount.ts';
import { momentText } from '../../lib/time.ts';
import { refillTexts as texts } from '../../locales/zh/cold-refill.ts';
import styles from './chain-money.module.css';
import { CancelRefillDialog, type ColdRefill, DownloadRefillDialog, SubmitRefillDialog } from './refill-dialogs.tsx';

/** The refill of the hot wallet that is under way, or the way to begin one. */
export function Refill() {
  const query = useQuery({ ...callQuery('coldRefill', {}), refetchInterval: 15_000 });
  const { data, error } = query;
  if (data === undefined) return error && <QueryFailed what={texts.title} query={query} />;
  return (
    <section className={styles.refill} aria-labelledby="refill">
      <h2 id="refill">
        {texts.title}
        {data !== null && <small>{texts.begun(data.people, momentText(data.begunAt))}</small>}
      </h2>
      {data === null ? (
        <p className={styles.offers}>
          <span className={styles.sub}>{texts.none}</span>
          <ProposalLink action="cold:refill" label={texts.propose} />
        </p>
      ) : (
        <UnderWay refill={data} isOld={error !== null} />
      )}
    </section>
  );
}

const dialogs = { DOWNLOAD: DownloadRefillDialog, SUBMIT: SubmitRefillDialog, CANCEL: CancelRefillDialog } as const;

const offers = [
  { key: 'DOWNLOAD', call: 'exportColdRefill', label: texts.download, isUnsignedOnly: true },
  { key: 'SUBMIT', call: 'submitColdRefill', label: texts.submit, isUnsignedOnly: true },
  { key: 'CANCEL', call: 'cancelColdRefill', label: texts.cancel, isUnsignedOnly: false },
] as const;

function UnderWay({ refill, isOld }: { refill: ColdRefill; isOld: boolean }) {
  const may = useMay();
  const [chosen, setChosen] = useState<keyof typeof dialogs | null>(null);
  const { amount, wallet, inputs, txid, signedAt } = refill;
  const isSigned = signedAt !== null;
  const Dialog = chosen && dialogs[chosen];
  return (
    <>
      <Status shape={isSigned ? 'run' : 'wait'}>{isSigned ? texts.signed : texts.unsigned}</Status>
      <span className={styles.sub}>{isSigned ? texts.signedHint : texts.unsignedHint}</span>
      <dl className={styles.refillFacts}>
        <dt>{texts.amount}</dt>
        <dd>
          <Amount value={shownAmount(amount, 'BTC')} coin="BTC" />
        </dd>
        <dt>{texts.wallet}</dt>
        <dd>{texts.walletOf(wallet)}</dd>
        <dt>{texts.inputs}</dt>
        <dd>{texts.inputCount(inputs)}</dd>
        <dt>{texts.txid}</dt>
        <dd className={styles.code}>{txid}</dd>
      </dl>
      <div className={styles.offers}>
        {offers.map(
          ({ key, call, label, isUnsignedOnly }) =>
            may(call) &&
            !(isUnsignedOnly && isSigned) && (
              <Button key={key} disabled={isOld} danger={key === 'CANCEL'} onClick={() => setChosen(key)}>
                {label}
              </Button>
            ),
        )}
      </div>
      {Dialog && <Dialog refill={refill} onClose={() => setChosen(null)} />}
    </>
  );
}
