import list from '../../components/list-table.module.css';
import { Status } from '../../components/shape.tsx';
import { rateStates, coinUpTexts as texts } from '../../locales/zh/coin-up.ts';
import { changeReason, changerName } from '../../locales/zh/settings.ts';
import styles from './coin-up.module.css';
import type { CoinUp } from './coin-up-data.ts';

/** Rates of both coins, past and announced. */
export function RateTable({ rates }: { rates: CoinUp['rates'] }) {
  if (rates.length === 0) return <p className={styles.note}>{texts.noRates}</p>;
  return (
    <table className={list.table} aria-label={texts.rates}>
      <thead>
        <tr>
          <th scope="col">{texts.effectiveFrom}</th>
          <th scope="col">{texts.coin}</th>
          <th scope="col">{texts.state}</th>
          <th scope="col" className={list.number}>
            {texts.apy}
          </th>
          <th scope="col">{texts.by}</th>
          <th scope="col">{texts.reason}</th>
        </tr>
      </thead>
      <tbody>
        {rates.map(({ coin, apy, from, state, by, reason }) => (
          <tr key={`${coin} ${from}`}>
            <td>{from}</td>
            <td>{coin}</td>
            <td>
              <Status shape={rateStates[state].shape}>{rateStates[state].label}</Status>
            </td>
            <td className={list.number}>{texts.percent(apy)}</td>
            <td>{changerName(by)}</td>
            <td className={list.wide} title={changeReason(by, reason)}>
              {changeReason(by, reason)}
            </td>
          </tr>
        ))}
      </tbody>
    </table>
  );
}
