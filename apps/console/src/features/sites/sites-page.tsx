import { Button } from 'antd';
import { useState } from 'react';
import { Link } from 'react-router';
import { PageHead } from '../../components/page-head.tsx';
import { type Column, RecordTable } from '../../components/record-table.tsx';
import { type RecordOf, useRecords } from '../../lib/records.ts';
import { useMay } from '../../lib/session.ts';
import { sitesTexts as texts } from '../../locales/zh/sites.ts';
import { modelTexts, newSiteTexts } from '../../locales/zh/terms.ts';
import { NewSiteDialog } from './new-site-dialog.tsx';
import styles from './sites.module.css';

type Site = RecordOf<'siteList'>;
type Tariff = Site['tariffs'][number];

const columns: Column<Site>[] = [
  { key: 'name', title: texts.site, isName: true, cell: ({ id, name }) => <Link to={`/sites/${id}`}>{name}</Link> },
  {
    key: 'price',
    title: texts.price,
    isNumber: true,
    cell: (site) => <Tariffs site={site} show={({ now }) => now?.price ?? texts.none} />,
  },
  {
    key: 'next',
    title: texts.next,
    cell: (site) => (
      <Tariffs site={site} show={({ next }) => (next === null ? texts.none : texts.change(next.price, next.from))} />
    ),
  },
  { key: 'machines', title: texts.machines, isNumber: true, cell: ({ machines }) => machines.toLocaleString('en') },
  { key: 'customers', title: texts.customers, isNumber: true, cell: ({ customers }) => customers.toLocaleString('en') },
];

/** A line for each tariff of a site, in the same order in every column. */
function Tariffs({ site: { tariffs }, show }: { site: Site; show: (tariff: Tariff) => string }) {
  return (
    <ul className={styles.tariffs}>
      {tariffs.map((tariff) => (
        <li key={tariff.name}>
          {tariff.name !== '' && <span className={styles.quiet}>{tariff.name} </span>}
          {show(tariff)}
        </li>
      ))}
    </ul>
  );
}

/** Sites, and what electricity costs there today and next. */
export function SitesPage() {
  const may = useMay();
  const [isCreating, setCreating] = useState(false);
  return (
    <>
      <PageHead title={texts.title}>
        {may('tariff:set') && <Button onClick={() => setCreating(true)}>{newSiteTexts.open}</Button>}
        <Link to="/models">{modelTexts.link}</Link>
      </PageHead>
      <RecordTable
        what={texts.title}
        query={useRecords('siteList', {})}
        columns={columns}
        rowKey={({ id }) => id}
        to={({ id }) => `/sites/${id}`}
        nothing={texts.nothing}
      />
      {isCreating && <NewSiteDialog onClose={() => setCreating(false)} />}
    </>
  );
}
