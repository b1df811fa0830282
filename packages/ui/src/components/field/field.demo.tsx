import { useState } from 'react';
import type { Demo } from '../../demo/demo.ts';
import { Stack } from '../page/page.tsx';
import { Field } from './field.tsx';

function Show() {
  const [account, setAccount] = useState('1381234562');
  const [password, setPassword] = useState('gold-and-rock');
  const [date, setDate] = useState('2026-11-19');
  return (
    <Stack>
      <Field label="手机号或邮箱" value={account} onChange={setAccount} error="手机号应为 11 位" />
      <Field label="密码" type="password" value={password} onChange={setPassword} hint="至少 8 位" />
      <Field label="地址" value="" onChange={() => undefined} placeholder="请输入或粘贴地址" />
      <Field label="日期" type="date" value={date} onChange={setDate} />
    </Stack>
  );
}

export const fieldDemo: Demo = { title: '输入 Field', Show };
