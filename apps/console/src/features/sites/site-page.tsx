import { useQuery } from '@tanstack/react-query';
import { useNavigate, useParams } from 'react-router';
import list from '../../components/list-table.module.css';
import { PageHead } from '../../components/page-head.tsx';
import { RecordState, StaleAlert } from '../../components/query-state.tsx';
import { Status } from '../../components/shape.tsx';
import { useKeys } from '../../lib/keys.ts';
import { callQuery } from '../../lib/queries.ts';
import { useMay } from '../../lib/session.ts';
import { sitesTexts as texts } from '../../locales/zh/sites.ts';
import { PriceForm } from './price-form.tsx';
import { priceStates, type SiteData } from './price-states.ts';
import styles from './sites.module.css';

const pricesAtMost = 100;

/** One site: its prices, past and announced, and the next one. */
export function SitePage() {
  const { id = '' } = useParams();
  const may = useMay();
  const navigate = useNavigate();
  const query = useQuery({ ...callQuery('site', { id }), refetchOnWindowFocus: false });
  useKeys({ Escape: () => void navigate('/sites') });
  const { data } = query;
  if (data === undefined) {
    return (
      <>
        <PageHead title={texts.site} />
        <RecordState what={texts.site} query={query} />
      </>
    );
  }
  const { name, machines, customers } = data.site;
  return (
    <>
      <PageHead title={name} parent={{ to: '/sites', label: texts.back }} note={texts.standing(machines, customers)} />
      {query.error && <StaleAlert query={query} />}
      <div className={styles.columns}>
        <section className={styles.main} aria-label={texts.history}>
          <h2>{texts.history}</h2>
          <PriceTable data={data} />
          {data.prices.length === pricesAtMost && <p className={styles.note}>{texts.historyCut}</p>}
        </section>
        <aside className={styles.rail} aria-label={texts.set}>
          <h2>{texts.set}</h2>
          {may('tariff:set') ? (
            <PriceForm data={data} isStale={query.isError} />
          ) : (
            <p className={styles.quiet}>{texts.othersSet}</p>
          )}
        </aside>
      </div>
    </>
  );
}

function PriceTable({ data }: { data: SiteData }) {
  return (
    <table className={list.table} aria-label={texts.history}>
      <thead>
        <tr>
          <th scope="col">{texts.state}</th>
          <th scope="col">{texts.tariff}</th>
          <th scope="col">{texts.from}</th>
          <th scope="col" className={list.number}>
            {texts.perKwh}
          </th>
        </tr>
      </thead>
      <tbody>
        {priceStates(data).map(({ tariff, from, price, state: { shape, word } }) => (
          <tr key={`${tariff} ${from}`}>
            <td>
              <Status shape={shape}>{word}</Status>
            </td>
            <td>{tariff || texts.defaultTariff}</td>
            <td>{from}</td>
            <td className={list.number}>{price}</td>
          </tr>
        ))}
      </tbody>
    </table>
  );
}
