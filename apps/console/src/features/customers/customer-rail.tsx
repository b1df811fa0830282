import type { ReactNode } from 'react';
import { Amount } from '../../components/amount.tsx';
import { Status } from '../../components/shape.tsx';
import { shownAmount } from '../../lib/shown-amount.ts';
import { dayText, momentText } from '../../lib/time.ts';
import { endsOf } from '../../lib/work-items.ts';
import { auditActionName } from '../../locales/zh/audit-actions.ts';
import { type CustomerPageData, holdReasons, customerTexts as texts } from '../../locales/zh/customers.ts';
import { deviceOf } from './customer-columns.tsx';
import styles from './customers.module.css';
import { sameTogether } from './same-together.ts';

/** Beside the accounts: what holds, what is saved, and by which devices, addresses and people. */
export function CustomerRail({ data }: { data: CustomerPageData }) {
  const { holds, coinUp, sessions, addresses, notices, audit, counts } = data;
  const open = sessions.filter(({ endedAt }) => endedAt === null);
  return (
    <aside className={styles.rail} aria-label={texts.summary}>
      <Part title={texts.holds} count={holds.length}>
        {holds.length === 0 && <Status shape="ok">{texts.noHolds}</Status>}
        {holds.slice(0, 5).map(({ reason, until, about }) => (
          <Line key={`${reason} ${about}`} note={until === null ? texts.byTwo : texts.until(momentText(until))}>
            <Status shape={until === null ? 'bad' : 'attention'}>{holdReasons[reason]}</Status>
            {about !== null && <span className={styles.aboutHold}>{about}</span>}
          </Line>
        ))}
      </Part>
      <Part title="COIN UP">
        {coinUp.length === 0 && <p className={styles.quiet}>{texts.noCoinUp}</p>}
        <dl className={styles.pairs}>
          {coinUp.map(({ coin, principal, inTransit }) => (
            <div key={coin}>
              <dt>{texts.principal(coin)}</dt>
              <dd>
                <Amount value={shownAmount(principal, coin)} />
              </dd>
              <dt>{texts.coinTransit(coin)}</dt>
              <dd>
                <Amount value={shownAmount(inTransit, coin)} />
              </dd>
            </div>
          ))}
        </dl>
      </Part>
      <Part title={texts.sessions} count={counts.openSessions}>
        {open.length === 0 && <p className={styles.quiet}>{texts.none}</p>}
        {open.map((session) => (
          <Line key={session.id} note={[momentText(session.lastUsedAt), session.network].filter(Boolean).join(' · ')}>
            {deviceOf(session)}
          </Line>
        ))}
      </Part>
      <Part title={texts.addresses} count={addresses.length}>
        {addresses.length === 0 && <p className={styles.quiet}>{texts.noAddresses}</p>}
        {addresses.slice(0, 5).map(({ network, address, label, addedAt }) => (
          <Line key={`${network} ${address}`} note={[label, dayText(addedAt)].filter(Boolean).join(' · ')}>
            <span className={styles.code} title={address}>
              {endsOf(address)}
            </span>
          </Line>
        ))}
      </Part>
      <Part title={texts.notices} count={counts.notices}>
        {notices.length === 0 && <p className={styles.quiet}>{texts.none}</p>}
        {notices.map(({ id, title, confirmedAt }) => (
          <Line key={id} note={momentText(confirmedAt)}>
            {title}
          </Line>
        ))}
      </Part>
      <Part title={texts.audit}>
        {audit.length === 0 && <p className={styles.quiet}>{texts.noAudit}</p>}
        {sameTogether(audit).map(({ id, action, by, reason, at, times }) => (
          <Line key={id} note={`${momentText(at)} · ${reason}`}>
            {by} {auditActionName(action)}
            {times > 1 && ` ×${times}`}
          </Line>
        ))}
      </Part>
    </aside>
  );
}

function Part({ title, count, children }: { title: string; count?: number; children: ReactNode }) {
  return (
    <section className={styles.railPart}>
      <h2>
        {title} {count !== undefined && <span className={styles.count}>{count}</span>}
      </h2>
      {children}
    </section>
  );
}

function Line({ note, children }: { note: string; children: ReactNode }) {
  return (
    <div className={styles.line}>
      <div>{children}</div>
      <div className={styles.note}>{note}</div>
    </div>
  );
}
