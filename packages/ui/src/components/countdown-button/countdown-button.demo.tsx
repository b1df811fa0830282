import { useState } from 'react';
import type { Demo } from '../../demo/demo.ts';
import { Field } from '../field/field.tsx';
import { CountdownButton } from './countdown-button.tsx';

function Show() {
  const [code, setCode] = useState('');
  return (
    <Field
      label="验证码"
      value={code}
      onChange={setCode}
      inputMode="numeric"
      suffix={<CountdownButton onPress={async () => 60}>获取验证码</CountdownButton>}
    />
  );
}

export const countdownButtonDemo: Demo = { title: '倒计时按钮 CountdownButton', Show };
