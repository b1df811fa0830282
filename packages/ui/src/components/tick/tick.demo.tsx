import { useState } from 'react';
import type { Demo } from '../../demo/demo.ts';
import { Tick } from './tick.tsx';

function Show() {
  const [isTicked, setTicked] = useState(false);
  return (
    <Tick checked={isTicked} onChange={setTicked}>
      我已阅读并同意<a href="#agreement">《用户协议》</a>和<a href="#privacy">《隐私政策》</a>
    </Tick>
  );
}

export const tickDemo: Demo = { title: '勾选 Tick', Show };
