import { useState } from 'react';
import type { Demo } from '../../demo/demo.ts';
import { Main } from '../page/page.tsx';
import { ChipBar, FilterChips, PickChip } from './filter-chips.tsx';

function Show() {
  const [status, setStatus] = useState('ALL');
  return (
    <Main>
      <FilterChips
        label="按状态筛选"
        value={status}
        onChange={setStatus}
        options={[
          { value: 'ALL', label: '全部', count: 11 },
          { value: 'RUNNING', label: '运行中', count: 8, tone: 'running' },
          { value: 'WAITING', label: '准备中', count: 1, tone: 'waiting' },
          { value: 'SUSPEND', label: '已关机', count: 1, tone: 'suspend' },
          { value: 'REPAIR', label: '维护中', count: 1, tone: 'repair' },
        ]}
      />
      <ChipBar label="筛选产出">
        <PickChip active onClick={() => undefined}>
          BTC
        </PickChip>
        <PickChip onClick={() => undefined}>全部矿机</PickChip>
        <PickChip onClick={() => undefined}>近 30 日</PickChip>
      </ChipBar>
    </Main>
  );
}

export const filterChipsDemo: Demo = { title: '筛选 FilterChips · PickChip', Show };
