import { useState } from 'react';
import type { Demo } from '../../demo/demo.ts';
import { Segmented } from './segmented.tsx';

function Show() {
  const [way, setWay] = useState('password');
  return (
    <Segmented
      label="登录方式"
      value={way}
      onChange={setWay}
      options={[
        { value: 'password', label: '密码登录' },
        { value: 'code', label: '验证码登录' },
      ]}
    />
  );
}

export const segmentedDemo: Demo = { title: '分段 Segmented', Show };
