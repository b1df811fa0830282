import type { ConsoleData } from '@lode/contract/console';
import { Amount } from '../../components/amount.tsx';
import list from '../../components/list-table.module.css';
import { Status } from '../../components/shape.tsx';
import { amountText, shownAmount } from '../../lib/shown-amount.ts';
import { clockText } from '../../lib/time.ts';
import { levelStates, chainMoneyTexts as texts } from '../../locales/zh/chain-money.ts';
import { chainReasonText } from '../../locales/zh/chain-reasons.ts';
import styles from './chain-money.module.css';

type Coin = ConsoleData<'chainMoney'>['coins'][number];
type Level = NonNullable<Coin['hot']>;

/** A line for each coin: what is hot against its bounds, what is cold, what still lies with customers. */
export function LevelTable({ coins }: { coins: readonly Coin[] }) {
  return (
    <section className={styles.section} aria-label={texts.levels}>
      <h2>
        {texts.levels}
        <small>{texts.levelsNote}</small>
      </h2>
      <div className={styles.scroll}>
        <table className={list.table}>
          <thead>
            <tr>
              <th scope="col">{texts.state}</th>
              <th scope="col">{texts.coin}</th>
              {[texts.hot, texts.waiting, texts.bounds, texts.sentToday, texts.cold, texts.depositAddresses].map(
                (title) => (
                  <th key={title} scope="col" className={list.number}>
                    {title}
                  </th>
                ),
              )}
              <th scope="col">{texts.chain}</th>
            </tr>
          </thead>
          <tbody>
            {coins.map((coin) => (
              <CoinRow key={coin.coin} coin={coin} />
            ))}
          </tbody>
        </table>
      </div>
    </section>
  );
}

function CoinRow({ coin: { coin, ...facts } }: { coin: Coin }) {
  const { hot, cold, depositAddresses, waiting, bounds, sentToday, state, coldWallet, chain } = facts;
  const { shape, label } = levelStates[state];
  const money = (value: string) => <Amount value={shownAmount(value, coin)} />;
  return (
    <tr>
      <td>
        <Status shape={shape}>{label}</Status>
      </td>
      <td>{coin}</td>
      <td className={list.number}>
        <LevelOf level={hot} coin={coin} />
        {hot !== null && !isZero(hot.reserved) && (
          <span className={styles.sub}>{texts.reserved(amountText(shownAmount(hot.reserved, coin)))}</span>
        )}
      </td>
      <td className={list.number}>{money(waiting)}</td>
      <td className={list.number}>
        {bounds === null ? (
          texts.noBounds
        ) : (
          <>
            {money(bounds.target)} — {money(bounds.upper)}
          </>
        )}
      </td>
      <td className={list.number}>
        {money(sentToday)}
        {bounds !== null && (
          <span className={styles.sub}>{texts.perDay(amountText(shownAmount(bounds.perDay, coin)))}</span>
        )}
      </td>
      <td className={list.number}>
        {coldWallet === null && (cold === null || isZero(cold.amount)) ? (
          texts.noColdWallet
        ) : (
          <>
            <LevelOf level={cold} coin={coin} />
            {coldWallet !== null && <span className={styles.sub}>{texts.coldWallet(coldWallet.version)}</span>}
          </>
        )}
      </td>
      <td className={list.number}>{coin === 'USDT' ? <LevelOf level={depositAddresses} coin={coin} /> : texts.none}</td>
      <td>
        {chain === null ? texts.notFollowed : texts.height(chain.height)}
        {chain?.stoppedBecause && (
          <span className={styles.reason}>{texts.stopped(chainReasonText(chain.stoppedBecause))}</span>
        )}
      </td>
    </tr>
  );
}

const isZero = (amount: string): boolean => /^[0.]+$/.test(amount);

function LevelOf({ level, coin }: { level: Level | null; coin: string }) {
  if (level === null) return texts.neverRead;
  return (
    <>
      <Amount value={shownAmount(level.amount, coin)} />
      <span className={styles.sub}>{texts.readAt(clockText(level.readAt))}</span>
    </>
  );
}
