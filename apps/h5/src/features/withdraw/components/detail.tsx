import { parseAmount } from '@lode/money';
import {
  Amount,
  Button,
  Card,
  copyText,
  Icon,
  KeyValues,
  Main,
  Progress,
  Skeleton,
  SkeletonScreen,
  shanghaiShortTime,
  Timeline,
  WithdrawalStatusChip,
} from '@lode/ui';
import { useQuery } from '@tanstack/react-query';
import { callQuery } from '../../../lib/api/queries.ts';
import { endsOf } from '../../../lib/chain-figures.ts';
import { withdrawRecordWords as words } from '../../../locales/zh/withdraw.ts';
import { isOver, timelineOf } from '../timeline.ts';
import { whenOf } from '../when.ts';
import { displayOf, isOffset, type Withdrawal } from '../withdrawal.ts';
import { AddressText } from './address-text.tsx';
import styles from './record.module.css';

/** What became of it, step by step, and every figure of it. */
export function Detail({ withdrawal }: { withdrawal: Withdrawal }) {
  const { coin, network, amount, address, txid, eta, id } = withdrawal;
  const terms = useQuery(callQuery('withdrawTerms', { coin, network })).data;
  const isLate = eta !== null && terms !== undefined && eta <= terms.now;
  const expected = eta === null || terms === undefined || isLate ? null : whenOf(eta, terms.now);
  return (
    <>
      <div className={styles.head}>
        <WithdrawalStatusChip state={displayOf(withdrawal)} />
        <Amount value={-parseAmount(amount, coin)} coin={coin} size="figure" sign />
        {expected !== null && <span className={styles.quiet}>{words.expected(expected)}</span>}
        {isLate && <span className={styles.quiet}>{words.late}</span>}
      </div>
      <Steps withdrawal={withdrawal} expected={expected} />
      <Card>
        <KeyValues
          items={[
            ...figuresOf(withdrawal),
            { label: words.network, value: network },
            { label: words.address, value: <AddressText address={address} /> },
            ...(txid === null
              ? []
              : [{ label: words.txid, value: <span className={styles.mono}>{endsOf(txid)}</span> }]),
            { label: words.number, value: <span className={styles.mono}>{id}</span> },
          ]}
        />
        {txid !== null && (
          <div className={styles.buttons}>
            <Button variant="quiet" icon="copy" onClick={() => void copyText(txid)}>
              {words.copyTxid}
            </Button>
            {terms?.explorer && (
              <a className={styles.external} href={terms.explorer + txid} target="_blank" rel="noopener noreferrer">
                <Icon name="ext" size="s" />
                {words.explorer}
              </a>
            )}
          </div>
        )}
      </Card>
      <p className={styles.note}>{words.notes[noteOf(withdrawal)]}</p>
    </>
  );
}

function Steps({ withdrawal, expected }: { withdrawal: Withdrawal; expected: string | null }) {
  const { coin, amount, confirmations, needed } = withdrawal;
  const steps = timelineOf(withdrawal);
  const isConfirming = steps.some(({ step, state }) => step === 'CONFIRMED' && state === 'now');
  return (
    <Card>
      <Timeline
        items={steps.map(({ step, title, state, time, text }) => ({
          title,
          state,
          icon: state === 'past' ? 'close' : undefined,
          time:
            time !== null
              ? shanghaiShortTime(time)
              : step === 'CONFIRMED' && expected !== null
                ? words.expectedAt(expected)
                : undefined,
          text:
            step === 'APPLIED' ? (
              <>
                {words.frozen} <Amount value={amount} coin={coin} size="inline" />
              </>
            ) : (
              (text ?? undefined)
            ),
        }))}
      />
      {isConfirming && (
        <div className={styles.progress}>
          <Progress value={confirmations / needed} label={words.progress} />
        </div>
      )}
    </Card>
  );
}

/** What arrives and what it costs; nothing is paid and nothing kept when it ends otherwise. */
function figuresOf(withdrawal: Withdrawal) {
  const { coin, amount, received, fee, checkRemark } = withdrawal;
  if (isOffset(withdrawal)) {
    return [{ label: words.offsetAmount, value: <Amount value={amount} coin={coin} size="sub" /> }];
  }
  if (displayOf(withdrawal) === 'FAILED') {
    return checkRemark === null ? [] : [{ label: words.reason, value: checkRemark }];
  }
  return [
    { label: words.received, value: <Amount value={received} coin={coin} /> },
    { label: words.fee, value: <Amount value={fee} coin={coin} size="sub" /> },
  ];
}

function noteOf(withdrawal: Withdrawal): keyof typeof words.notes {
  if (withdrawal.status === 'WAITING') return 'waiting';
  if (!isOver(withdrawal)) return 'paying';
  if (isOffset(withdrawal)) return 'offset';
  return displayOf(withdrawal) === 'SUCCESS' ? 'done' : 'failed';
}

export function DetailSkeleton() {
  return (
    <Main>
      <SkeletonScreen>
        <div className={styles.waiting}>
          <Skeleton width={120} height={40} />
          <Skeleton width={360} height={60} />
          <Skeleton width={260} height={26} />
        </div>
        <Card>
          <div className={styles.steps}>
            {Array.from({ length: 6 }, (_, i) => (
              <Skeleton key={i} height={40} />
            ))}
          </div>
        </Card>
      </SkeletonScreen>
    </Main>
  );
}
