import { useState } from 'react';
import type { Demo } from '../../demo/demo.ts';
import { PinField } from './pin-field.tsx';

function Show() {
  const [pin, setPin] = useState('2468');
  const [again, setAgain] = useState('246810');
  return (
    <>
      <PinField label="新资金密码" name="pin" value={pin} onChange={setPin} hint="6 位数字" />
      <PinField label="再次输入" name="pin-again" value={again} onChange={setAgain} error="两次输入的密码不一致" />
    </>
  );
}

export const pinFieldDemo: Demo = { title: '数字密码 PinField', Show };
