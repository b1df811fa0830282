import type { ConsoleData } from '@lode/contract/console';
import { useQuery } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { Link } from 'react-router';
import { Amount } from '../../components/amount.tsx';
import { PageHead } from '../../components/page-head.tsx';
import { ProposalLink } from '../../components/proposal-link.tsx';
import { QueryFailed, RowsSkeleton, StaleAlert } from '../../components/query-state.tsx';
import { Status } from '../../components/shape.tsx';
import { callQuery } from '../../lib/queries.ts';
import { useMay } from '../../lib/session.ts';
import { shownAmount } from '../../lib/shown-amount.ts';
import { clockText } from '../../lib/time.ts';
import { chainMoneyTexts as texts } from '../../locales/zh/chain-money.ts';
import styles from './chain-money.module.css';
import { LevelTable } from './level-table.tsx';
import { Moves } from './moves.tsx';
import { Refill } from './refill.tsx';

type Money = ConsoleData<'chainMoney'>;

/** Where the house's coins lie, and what moves between its own places. */
export function ChainMoneyPage() {
  const query = useQuery({ ...callQuery('chainMoney', {}), refetchInterval: 30_000 });
  const { data, error } = query;
  return (
    <>
      <PageHead title={texts.title} />
      {error && data !== undefined && <StaleAlert query={query} />}
      {data === undefined ? (
        error ? (
          <QueryFailed what={texts.title} query={query} />
        ) : (
          <RowsSkeleton rows={4} />
        )
      ) : (
        <>
          <LevelTable coins={data.coins} />
          <div className={styles.thirds}>
            <Gas gas={data.gas} />
            <Part title={texts.treasury} note={texts.treasuryNote} end={<TreasuryActions />}>
              {data.treasury.map(({ coin, amount }) => (
                <Fact key={coin} name={coin}>
                  <Amount value={shownAmount(amount, coin)} />
                </Fact>
              ))}
            </Part>
            <Fees fees={data.fees} />
          </div>
          <Refill />
          <Moves open={data.open} />
        </>
      )}
    </>
  );
}

const treasuryActions = ['treasury:pay', 'treasury:pay-in', 'treasury:take-out', 'destination:add'] as const;

/** What two people do with the house's own money. */
function TreasuryActions() {
  const may = useMay();
  if (!treasuryActions.some(may)) return null;
  return (
    <p className={styles.offers}>
      {treasuryActions.map((action) => (
        <ProposalLink key={action} action={action} />
      ))}
    </p>
  );
}

function Part({ title, note, children, end }: { title: string; note?: string; children: ReactNode; end?: ReactNode }) {
  return (
    <section className={styles.third} aria-label={title}>
      <h2>
        {title}
        {note !== undefined && <small>{note}</small>}
      </h2>
      <dl className={styles.facts}>{children}</dl>
      {end}
    </section>
  );
}

function Fact({ name, children }: { name: string; children: ReactNode }) {
  return (
    <>
      <dt>{name}</dt>
      <dd>{children}</dd>
    </>
  );
}

function Gas({ gas: { hot, mostPerMove, shortage } }: { gas: Money['gas'] }) {
  return (
    <Part
      title={texts.gas}
      note={hot === null ? texts.neverRead : texts.readAt(clockText(hot.readAt))}
      end={
        shortage === null ? (
          <Status shape="ok">{texts.gasEnough}</Status>
        ) : (
          <>
            <Status shape="bad">{texts.gasShort}</Status>
            <span className={styles.sub}>{shortage}</span>
          </>
        )
      }
    >
      <Fact name={texts.gasHot}>{hot === null ? texts.none : <Amount value={hot.amount} />}</Fact>
      <Fact name={texts.gasReserved}>{hot === null ? texts.none : <Amount value={hot.reserved} />}</Fact>
      <Fact name={texts.gasMost}>
        <Amount value={mostPerMove} />
      </Fact>
      <Fact name={texts.gasMoves}>{hot === null ? texts.none : texts.moves(movesOf(hot, mostPerMove))}</Fact>
    </Part>
  );
}

/** How many moves the free ether pays for, at most the price that one may cost. */
function movesOf({ amount, reserved }: { amount: string; reserved: string }, most: string): number {
  const [held, taken, cost] = [amount, reserved, most].map((text) => BigInt(text.replace('.', ''))) as [
    bigint,
    bigint,
    bigint,
  ];
  return held <= taken || cost <= 0n ? 0 : Number((held - taken) / cost);
}

function Fees({ fees }: { fees: Money['fees'] }) {
  return (
    <Part title={texts.fees} end={<Link to="/settings">{texts.openSettings}</Link>}>
      {fees.withdrawal.map(({ coin, amount }) => (
        <Fact key={coin} name={texts.withdrawalFee(coin)}>
          <Amount value={shownAmount(amount, coin)} />
        </Fact>
      ))}
      <Fact name={texts.sweepFrom}>
        <Amount value={shownAmount(fees.sweepFrom, 'USDT')} coin="USDT" />
      </Fact>
      {fees.bumpAfter.map(({ network, minutes }) => (
        <Fact key={network} name={texts.bumpAfter(network)}>
          {texts.minutes(minutes)}
        </Fact>
      ))}
      <Fact name={texts.coldFee}>{texts.coldFeePart(fees.coldFeePart)}</Fact>
    </Part>
  );
}
