import type { ConsoleData } from '@lode/contract/console';
import { Link } from 'react-router';
import { Address } from '../../components/address.tsx';
import { Amount } from '../../components/amount.tsx';
import list from '../../components/list-table.module.css';
import { Shape, type ShapeName, Status } from '../../components/shape.tsx';
import { moneyText } from '../../lib/shown-amount.ts';
import { ageText, clockText, momentText } from '../../lib/time.ts';
import { checkNames, checkText, phaseNames, phaseShapes, reviewTexts as texts } from '../../locales/zh/withdrawals.ts';
import { OfflineSection } from './offline-signing.tsx';
import { OriginSection } from './origin.tsx';
import styles from './withdrawals.module.css';

type Review = ConsoleData<'withdrawalReview'>;
type Check = Review['checks'][number];

/** What a withdrawal is decided on, top to bottom. */
export function ReviewBody({ review, isStale }: { review: Review; isStale: boolean }) {
  return (
    <div className={styles.body}>
      <Request review={review} />
      <OfflineSection review={review} isStale={isStale} />
      <Checks review={review} />
      <OriginSection review={review} />
      <div className={styles.halves}>
        <History review={review} />
        <AddressUse review={review} />
      </div>
    </div>
  );
}

function Request({ review: { withdrawal, address, readAt } }: { review: Review }) {
  const { amount, coin, fee, received, network, addressLabel } = withdrawal;
  const age =
    address.bookSince === null ? texts.notInBook : texts.inBook(ageText(address.bookSince, Date.parse(readAt)));
  return (
    <section className={styles.request} aria-label={texts.requested}>
      <div>
        <div className={styles.quiet}>{texts.requested}</div>
        <div className={styles.big}>
          <Amount value={amount} coin={coin} />
        </div>
        <div className={styles.quiet}>
          {texts.fee(moneyText(fee, coin))} · {texts.received} <b>{moneyText(received, coin)}</b>
        </div>
      </div>
      <div className={styles.to}>
        <div className={styles.quiet}>
          {texts.to(network)}
          {addressLabel && ` · ${texts.quoted(addressLabel)}`}
        </div>
        <div className={styles.whole}>
          <Address value={withdrawal.address} />
        </div>
        <div className={styles.quiet}>
          {age} ·{' '}
          {address.ownPaid > 0
            ? texts.paidBefore(address.ownPaid, moneyText(address.ownPaidAmount, coin))
            : texts.neverPaid}
        </div>
      </div>
    </section>
  );
}

const shapes: Record<Check['state'], ShapeName> = { OK: 'ok', LOOK: 'attention', BLOCKS: 'bad' };

function Checks({ review: { checks, readAt, withdrawal } }: { review: Review }) {
  const count = (state: Check['state']) => checks.filter((check) => check.state === state).length;
  const counted = { ok: count('OK'), look: count('LOOK'), blocks: count('BLOCKS') };
  return (
    <section className={styles.section} aria-labelledby="checks">
      <h2 id="checks">
        {texts.checks}{' '}
        <small>
          {texts.checkCount(counted)} · {texts.checkedAt(clockText(readAt))}
        </small>
      </h2>
      <ul className={styles.checks}>
        {checks.map((check) => (
          <li key={check.kind} data-state={check.state}>
            <Shape name={shapes[check.state]} />
            <span className={styles.kind}>{checkNames[check.kind]}</span>
            <span>{checkText(check, readAt, withdrawal.coin)}</span>
          </li>
        ))}
      </ul>
    </section>
  );
}

function History({ review: { customer, history, withdrawal } }: { review: Review }) {
  const { records, count, paid, paidAmount, rejected, cancelled, sameAddress } = history;
  return (
    <section className={styles.section} aria-labelledby="history">
      <h2 id="history">
        {texts.history} <small>{count > 0 && texts.historyCount(count, sameAddress)}</small>
      </h2>
      {count === 0 ? (
        <p className={styles.quiet}>{texts.historyNone}</p>
      ) : (
        <table className={`${list.table} ${styles.small}`}>
          <thead>
            <tr>
              <th scope="col">{texts.time}</th>
              <th scope="col">{texts.toEnd}</th>
              <th scope="col" className={list.number}>
                {withdrawal.coin}
              </th>
              <th scope="col" className={list.number}>
                {texts.result}
              </th>
            </tr>
          </thead>
          <tbody>
            {records.map(({ id, at, address, amount, phase }) => (
              <tr key={id}>
                <td>{momentText(at)}</td>
                <td className={styles.code}>…{address.slice(-4)}</td>
                <td className={list.number}>
                  <Amount value={amount} />
                </td>
                <td className={list.number}>
                  <Status shape={phaseShapes[phase]}>{phaseNames[phase]}</Status>
                </td>
              </tr>
            ))}
          </tbody>
          <tfoot>
            <tr>
              <th scope="row" colSpan={2}>
                {texts.historySum(paid, rejected, cancelled)}{' '}
                {customer && records.length < count && (
                  <Link to={`/customers/${customer.id}/withdrawals`}>{texts.historyAll}</Link>
                )}
              </th>
              <td className={list.number}>
                <b>
                  <Amount value={paidAmount} />
                </b>
              </td>
            </tr>
          </tfoot>
        </table>
      )}
    </section>
  );
}

function AddressUse({ review: { address, withdrawal } }: { review: Review }) {
  const { firstSeen, otherCustomers, paid, paidAmount, ownPaid, ownPaidAmount, isCut } = address;
  return (
    <section className={styles.section} aria-labelledby="address">
      <h2 id="address">
        {texts.address} <small>{isCut ? texts.cutAddress : texts.wholeHouse}</small>
      </h2>
      <dl className={styles.facts}>
        <dt>{texts.firstSeen}</dt>
        <dd>{firstSeen ? momentText(firstSeen) : texts.nothing}</dd>
        <dt>{texts.otherCustomers}</dt>
        <dd>{texts.customers(otherCustomers)}</dd>
        <dt>{texts.paidTo}</dt>
        <dd>{texts.times(paid, moneyText(paidAmount, withdrawal.coin))}</dd>
        <dt>{texts.ownPaid}</dt>
        <dd>{texts.times(ownPaid, moneyText(ownPaidAmount, withdrawal.coin))}</dd>
        {withdrawal.txid && (
          <>
            <dt>{texts.txid}</dt>
            <dd className={styles.code}>{withdrawal.txid}</dd>
            <dt />
            <dd>{texts.confirmations(withdrawal.confirmations)}</dd>
          </>
        )}
      </dl>
    </section>
  );
}
