import type { ConsoleData } from '@lode/contract/console';
import type { ReactNode } from 'react';
import { Link } from 'react-router';
import { Amount } from '../../components/amount.tsx';
import { Status } from '../../components/shape.tsx';
import { runbookPath } from '../../lib/runbooks.ts';
import { momentText } from '../../lib/time.ts';
import { reconciliationTexts as texts } from '../../locales/zh/books.ts';
import { chainReasonText } from '../../locales/zh/chain-reasons.ts';
import { runbookTexts } from '../../locales/zh/runbooks.ts';
import styles from './books.module.css';
import { ledgerPath } from './ledger-view.ts';

type Standing = ConsoleData<'reconciliation'>['coins'][number];

/** Three columns, coin by coin. */
export function CoinStandings({ coins }: { coins: readonly Standing[] }) {
  return (
    <table className={styles.table} aria-label={texts.title}>
      <thead>
        <tr>
          <th scope="col">{texts.item}</th>
          {[texts.ledger, texts.chain, texts.pool, texts.difference].map((title) => (
            <th key={title} scope="col" className={styles.right}>
              {title}
            </th>
          ))}
          <th scope="col">{texts.reason}</th>
        </tr>
      </thead>
      {coins.map((coin) => (
        <tbody key={coin.coin}>
          <tr className={styles.coin}>
            <th scope="rowgroup" colSpan={6}>
              {coin.coin}
            </th>
          </tr>
          <CustodyRow standing={coin} />
          {coin.pool && <PoolRow coin={coin.coin} pool={coin.pool} />}
          <SuspenseRow standing={coin} />
          <CheckRow standing={coin} />
        </tbody>
      ))}
    </table>
  );
}

interface RowProps {
  item: ReactNode;
  ledger?: string;
  chain?: string | undefined;
  pool?: string;
  difference?: string | undefined;
  children: ReactNode;
}

function Row({ item, ledger, chain, pool, difference, children }: RowProps) {
  const isEven = difference !== undefined && Number(difference) === 0;
  return (
    <tr>
      <td className={styles.item}>{item}</td>
      {Object.entries({ ledger, chain, pool }).map(([column, value]) => (
        <td key={column} className={styles.right}>
          {value !== undefined && <Amount value={value} />}
        </td>
      ))}
      <td className={styles.right}>{isEven ? '0' : difference !== undefined && <Amount value={difference} />}</td>
      <td className={styles.why}>{children}</td>
    </tr>
  );
}

const accountLink = (coin: string, account: string, name: string) => (
  <Link to={ledgerPath({ coin, account })}>{name}</Link>
);

function CustodyRow({ standing: { coin, custody, chain } }: { standing: Standing }) {
  const result = chain?.result;
  const hasMoved = result && result.ledger !== custody;
  return (
    <Row
      item={accountLink(coin, 'CUSTODY', texts.custody)}
      ledger={result?.ledger ?? custody}
      chain={result?.found}
      difference={result?.difference}
    >
      {chain === null && (
        <Status shape={coin === 'DOGE' ? 'off' : 'draft'}>
          {coin === 'DOGE' ? texts.noChain : texts.neverCompared}
        </Status>
      )}
      {chain?.unknown != null && (
        <Status shape="attention">{texts.unknownAt(momentText(chain.at), chainReasonText(chain.unknown))}</Status>
      )}
      {chain && result && <CustodyState at={momentText(chain.at)} isEqual={Number(result.difference) === 0} />}
      {hasMoved && (
        <div className={styles.quiet}>
          {texts.now}
          <Amount value={custody} />
        </div>
      )}
    </Row>
  );
}

const CustodyState = ({ at, isEqual }: { at: string; isEqual: boolean }) => (
  <>
    <Status shape={isEqual ? 'ok' : 'bad'}>{isEqual ? texts.equalAt(at) : texts.differsAt(at)}</Status>{' '}
    {!isEqual && <Link to={runbookPath('books-do-not-balance', 'books-differ')}>{runbookTexts.open}</Link>}
  </>
);

function PoolRow({ coin, pool }: { coin: string; pool: NonNullable<Standing['pool']> }) {
  const { ledger, found, difference, days, firstDay, isDayOpen, corrections, variance } = pool;
  const isEven = Number(difference) === 0;
  return (
    <Row
      item={accountLink(coin, 'MINING_RECEIVABLE', texts.receivable)}
      ledger={ledger}
      pool={found}
      difference={difference}
    >
      {!isEven && isDayOpen && <Status shape="run">{texts.dayOpen(isDayOpen)}</Status>}
      {!isEven && !isDayOpen && <Status shape="bad">{texts.poolDiffers}</Status>}
      {isEven && firstDay && <Status shape="ok">{texts.unpaid(days, firstDay)}</Status>}
      {isEven && !firstDay && <Status shape="ok">{texts.allPaid}</Status>}
      {Number(corrections) !== 0 && <div className={styles.quiet}>{texts.corrections(corrections)}</div>}
      {Number(variance) !== 0 && <div className={styles.quiet}>{texts.variance(variance)}</div>}
    </Row>
  );
}

function SuspenseRow({ standing: { coin, suspense } }: { standing: Standing }) {
  const { ledger, found, difference, origins } = suspense;
  const isEven = Number(difference) === 0;
  return (
    <Row item={accountLink(coin, 'SUSPENSE', texts.suspense)} ledger={ledger} chain={found} difference={difference}>
      {!isEven && <Status shape="bad">{texts.suspenseDiffers}</Status>}
      {isEven && <Status shape={origins === 0 ? 'ok' : 'attention'}>{texts.origins(origins)}</Status>}
    </Row>
  );
}

function CheckRow({ standing: { differences } }: { standing: Standing }) {
  const { count, first } = differences;
  return (
    <Row item={texts.bookCheck}>
      <Status shape={count === 0 ? 'ok' : 'bad'}>{count === 0 ? texts.bookClean : texts.bookFound(count)}</Status>
      {first !== null && <div className={styles.quiet}>{first}</div>}
    </Row>
  );
}
