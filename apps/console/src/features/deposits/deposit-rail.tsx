import type { ConsoleData } from '@lode/contract/console';
import { Button } from 'antd';
import { useState } from 'react';
import { Link } from 'react-router';
import { type Proposal, ProposalDialog } from '../../components/proposal-dialog.tsx';
import { Status } from '../../components/shape.tsx';
import { useMay } from '../../lib/session.ts';
import { momentText } from '../../lib/time.ts';
import { type DepositOffer, offerTexts, depositTexts as texts } from '../../locales/zh/deposits.ts';
import styles from './deposits.module.css';

type Page = ConsoleData<'deposit'>;

/** Whose it is, what is frozen because of it, and what two people can do. */
export function DepositRail({ data, isOld }: { data: Page; isOld: boolean }) {
  const { customer, freezes } = data;
  return (
    <aside className={styles.rail} aria-label={texts.customer}>
      <section>
        <h2>{texts.customer}</h2>
        <p>{customer.account}</p>
        <p className={styles.quiet}>
          {texts.customerStatuses[customer.status]} · <Link to={`/customers/${customer.id}`}>{texts.openCustomer}</Link>
        </p>
      </section>
      <section>
        <h2>{texts.frozen}</h2>
        {freezes.length === 0 && <Status shape="ok">{texts.notFrozen}</Status>}
        <ul>
          {freezes.map(({ reason, since, isOfThis }) => (
            <li key={`${since} ${reason}`}>
              <Status shape="bad">{texts.isFrozen}</Status>
              <p className={styles.words}>{reason}</p>
              <p className={styles.quiet}>
                {momentText(since)}
                {isOfThis && ` · ${texts.becauseOfThis}`}
              </p>
            </li>
          ))}
        </ul>
      </section>
      <Actions data={data} isOld={isOld} />
    </aside>
  );
}

function Actions({ data, isOld }: { data: Page; isOld: boolean }) {
  const may = useMay();
  const [chosen, setChosen] = useState<DepositOffer | null>(null);
  const { offers, deposit, removal } = data;
  const amounts = {
    lacking: `${removal?.lacking ?? ''} ${deposit.coin}`,
    takeable: `${removal?.takeable ?? ''} ${deposit.coin}`,
  };
  const isMine = (offer: DepositOffer) => may(proposalOf(offer, data).action);
  return (
    <section aria-label={texts.actions}>
      <h2>{texts.actions}</h2>
      {offers.length === 0 && <p className={styles.quiet}>{texts.nothingToDo}</p>}
      <div className={styles.actions}>
        {offers.filter(isMine).map((offer, n) => (
          <Button key={offer} type={n === 0 ? 'primary' : 'default'} disabled={isOld} onClick={() => setChosen(offer)}>
            {offerTexts[offer].button(amounts)}
          </Button>
        ))}
      </div>
      {!offers.every(isMine) && (
        <ul>
          {offers
            .filter((offer) => !isMine(offer))
            .map((offer) => (
              <li key={offer}>{offerTexts[offer].title}</li>
            ))}
        </ul>
      )}
      {offers.length > 0 && <p className={styles.quiet}>{texts.financeOnly}</p>}
      {chosen !== null && (
        <ProposalDialog
          {...proposalOf(chosen, data)}
          title={offerTexts[chosen].title}
          okText={offerTexts[chosen].button(amounts)}
          isDangerous={offerTexts[chosen].isDangerous}
          onClose={() => setChosen(null)}
        >
          <p>{offerTexts[chosen].effect}</p>
        </ProposalDialog>
      )}
    </section>
  );
}

/** The command of each, with its own options. */
function proposalOf(offer: DepositOffer, { deposit, customer }: Page): Proposal {
  switch (offer) {
    case 'CLAW_BACK':
      return { action: 'deposit:settle', options: { id: deposit.id } };
    case 'CLAW_BACK_AVAILABLE':
      return { action: 'deposit:settle', options: { id: deposit.id, available: 'true' } };
    case 'WRITE_OFF':
      return { action: 'deposit:write-off', options: { id: deposit.id, all: 'true' } };
    case 'CREDIT_SMALL':
      return { action: 'deposit:credit-small', options: { id: customer.id } };
    case 'UNFREEZE':
      return { action: 'customer:unfreeze', options: { id: customer.id } };
    default:
      return offer satisfies never;
  }
}
