import { Button } from 'antd';
import { useState } from 'react';
import { Link, useNavigate } from 'react-router';
import { PageHead } from '../../components/page-head.tsx';
import { type Column, RecordTable } from '../../components/record-table.tsx';
import { useKeys } from '../../lib/keys.ts';
import { type RecordOf, useRecords } from '../../lib/records.ts';
import { useMay } from '../../lib/session.ts';
import { machineTexts } from '../../locales/zh/machines.ts';
import { modelTexts as texts } from '../../locales/zh/terms.ts';
import { ModelDialog } from './model-dialog.tsx';

type Model = RecordOf<'modelList'>;

/** Joules for a terahash, to a tenth. */
const efficiencyOf = (watts: number, hashrate: string) => String(Math.round((watts * 10) / Number(hashrate)) / 10);

const columns: Column<Model>[] = [
  { key: 'name', title: texts.name, cell: ({ name }) => name },
  { key: 'coin', title: texts.coin, cell: ({ coin }) => coin },
  {
    key: 'hashrate',
    title: texts.hashrate,
    isNumber: true,
    cell: ({ hashrate, hashrateUnit }) => `${hashrate} ${hashrateUnit}`,
  },
  { key: 'power', title: texts.power, isNumber: true, cell: ({ powerWatts }) => texts.watts(powerWatts) },
  {
    key: 'efficiency',
    title: texts.efficiency,
    isNumber: true,
    cell: ({ coin, powerWatts, hashrate }) => (coin === 'BTC' ? efficiencyOf(powerWatts, hashrate) : texts.none),
  },
  { key: 'fee', title: texts.poolFee, isNumber: true, cell: ({ poolFeeRate }) => machineTexts.rate(poolFeeRate) },
  {
    key: 'machines',
    title: texts.machines,
    isNumber: true,
    cell: ({ id, machines }) => <Link to={`/machines?model=${id}`}>{machines.toLocaleString('en-US')}</Link>,
  },
];

/** What machines are made of, and how many there are of each. */
export function ModelsPage() {
  const may = useMay();
  const navigate = useNavigate();
  const [isCreating, setCreating] = useState(false);
  useKeys({ Escape: () => void navigate('/machines') });
  return (
    <>
      <PageHead title={texts.title} parent={{ to: '/machines', label: texts.back }}>
        {may('createModel') && <Button onClick={() => setCreating(true)}>{texts.open}</Button>}
      </PageHead>
      <RecordTable
        what={texts.title}
        query={useRecords('modelList', {})}
        columns={columns}
        rowKey={({ id }) => id}
        to={({ id }) => `/machines?model=${id}`}
        nothing={texts.nothing}
      />
      {isCreating && <ModelDialog onClose={() => setCreating(false)} />}
    </>
  );
}
