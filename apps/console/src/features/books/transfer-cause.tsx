import type { ConsoleData } from '@lode/contract/console';
import type { ReactNode } from 'react';
import { Link } from 'react-router';
import { ProposalLink } from '../../components/proposal-link.tsx';
import { Shape, type ShapeName } from '../../components/shape.tsx';
import { useMay } from '../../lib/session.ts';
import { momentText } from '../../lib/time.ts';
import { documentKinds, documentState, booksTexts as texts } from '../../locales/zh/books.ts';
import { actionName } from '../../locales/zh/proposals.ts';
import styles from './books.module.css';
import { documentPath } from './document-path.ts';
import { transferPath } from './ledger-view.ts';

type Transfer = ConsoleData<'transfer'>;

/** From the record behind it down to the people, and the corrections to both sides. */
export function TransferCause({ transfer }: { transfer: Transfer }) {
  const mayReopen = useMay()('suspense:reopen');
  const { document, people, corrects, correctedBy } = transfer;
  const linked = [
    ...(corrects === null ? [] : [{ id: corrects, label: texts.corrects }]),
    ...correctedBy.map((id) => ({ id, label: texts.correctedBy })),
  ];
  return (
    <div className={styles.halves}>
      <section className={styles.section} aria-label={texts.cause}>
        <h2>{texts.cause}</h2>
        <ul className={styles.chain}>
          {document && <DocumentLine document={document} />}
          {document === null && people.every(({ proposal }) => proposal === null) && (
            <Line shape="off">{texts.noDocument}</Line>
          )}
          {document?.kind === 'ARRIVAL' && document.id !== null && mayReopen && (
            <Line shape="off">
              <ProposalLink action="suspense:reopen" options={{ id: document.id }} />
            </Line>
          )}
          {people.map(({ action, by, approvedBy, at, reason, proposal }) => (
            <Line key={`${at} ${action}`} shape="ok" note={reason}>
              {proposal !== null && (
                <>
                  <Link to={`/proposals/${proposal}`}>{texts.proposal(actionName(action), proposal)}</Link>
                  {' · '}
                </>
              )}
              {[momentText(at), by, approvedBy && texts.approvedBy(approvedBy)].filter(Boolean).join(' · ')}
            </Line>
          ))}
          {document?.customer && (
            <Line shape="off">
              <Link to={`/customers/${document.customer}`}>
                {texts.openCustomer} {document.customer}
              </Link>
            </Line>
          )}
        </ul>
      </section>
      <section className={styles.section} aria-label={texts.followUp}>
        <h2>{texts.followUp}</h2>
        {linked.length === 0 && <p className={styles.quiet}>{texts.notCorrected}</p>}
        <ul className={styles.chain}>
          {linked.map(({ id, label }) => (
            <Line key={id} shape="attention">
              {label} <Link to={transferPath(id)}>{texts.number(id)}</Link>
            </Line>
          ))}
        </ul>
      </section>
    </div>
  );
}

function DocumentLine({ document }: { document: NonNullable<Transfer['document']> }) {
  const { kind, title, state, date, reason } = document;
  const path = documentPath(document);
  const name = `${documentKinds[kind]} ${title}`;
  const note = [documentState(state), kind === 'DAY' ? null : date, reason].filter(Boolean).join(' · ');
  return (
    <Line shape="ok" note={note}>
      {path === null ? name : <Link to={path}>{name}</Link>}
    </Line>
  );
}

function Line({ shape, note, children }: { shape: ShapeName; note?: string; children: ReactNode }) {
  return (
    <li>
      <Shape name={shape} />
      <div>
        {children}
        {note && <div className={styles.quiet}>{note}</div>}
      </div>
    </li>
  );
}
