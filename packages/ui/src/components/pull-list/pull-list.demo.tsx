import { useState } from 'react';
import type { Demo } from '../../demo/demo.ts';
import { Card } from '../card/card.tsx';
import { PullList } from './pull-list.tsx';

const wait = () => new Promise((resolve) => setTimeout(resolve, 1200));

function Show() {
  const [refreshes, setRefreshes] = useState(0);
  return (
    <PullList
      onRefresh={async () => {
        await wait();
        setRefreshes(refreshes + 1);
      }}
    >
      <Card>从顶部下拉刷新（已刷新 {refreshes} 次）</Card>
    </PullList>
  );
}

export const pullListDemo: Demo = { title: '下拉刷新 PullList', Show };
