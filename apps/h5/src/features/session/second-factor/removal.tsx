import { codes, type Data } from '@lode/contract';
import { Alert, Button, Field } from '@lode/ui';
import { useMutation } from '@tanstack/react-query';
import { useState } from 'react';
import { CodeField } from '../../../components/code-field.tsx';
import { useSecondFactorInput } from '../../../components/use-second-factor-input.tsx';
import type { CallOptions } from '../../../lib/api/call.ts';
import { isRefusal } from '../../../lib/api/request-error.ts';
import { secondFactorError } from '../../../lib/api/second-factor-error.ts';
import { codeMessages } from '../../../locales/zh/code.ts';
import { secondFactorMessages as messages } from '../../../locales/zh/second-factor.ts';
import { longestPassword } from '../components/new-password-fields.tsx';
import styles from './second-factor.module.css';

interface RemovalProps {
  customer: Data<'userInfo'>;
  text: string;
  action: string;
  remove: (values: { password: string; secondFactor: string; code: string }, options: CallOptions) => Promise<unknown>;
  onRemoved: () => void;
}

type FieldName = 'password' | 'secondFactor' | 'code';
const noErrors = { password: null, secondFactor: null, code: null } as Record<FieldName, string | null>;
const inlineErrors = [codes.wrongCredentials.code, codes.wrongCode.code, codes.secondFactorNeeded.code];

/** Removes the app or a passkey: login password, factor and one-time code. */
export function Removal({ customer, text, action, remove, onRemoved }: RemovalProps) {
  const [values, setValues] = useState({ password: '', code: '' });
  const [errors, setErrors] = useState(noErrors);
  const factor = useSecondFactorInput({
    made: { scene: 'SECOND_FACTOR' },
    refusal: errors.secondFactor,
    onChange: () => setErrors({ ...errors, secondFactor: null }),
  });
  const change = (field: 'password' | 'code') => (value: string) => {
    setValues({ ...values, [field]: value });
    setErrors({ ...errors, [field]: null });
  };
  const submission = useMutation({
    mutationFn: () => remove({ ...values, secondFactor: factor.value }, { inlineErrors }),
    onSuccess: onRemoved,
    onError: (failure) => {
      if (isRefusal(failure, codes.wrongCredentials.code)) setErrors({ ...noErrors, password: messages.wrongPassword });
      else if (isRefusal(failure, codes.wrongCode.code)) setErrors({ ...noErrors, code: failure.message });
      else setErrors({ ...noErrors, secondFactor: secondFactorError(failure, factor.value) });
    },
  });

  function submit(): void {
    const found = {
      ...errors,
      password: values.password === '' ? messages.passwordMissing : null,
      code: /^\d{6}$/.test(values.code) ? null : codeMessages.shape,
    };
    setErrors(found);
    const isComplete = factor.isComplete() && found.password === null && found.code === null;
    if (isComplete && !submission.isPending) submission.mutate();
  }

  return (
    <div className={styles.form}>
      <Alert tone="warn">{text}</Alert>
      <Field
        label={messages.password}
        type="password"
        value={values.password}
        error={errors.password}
        onChange={change('password')}
        name="password"
        autoComplete="current-password"
        maxLength={longestPassword}
        clearable={false}
      />
      {factor.field}
      <CodeField
        label={codeMessages.sentTo(customer.maskedAccount)}
        scene="SECOND_FACTOR"
        recipient={() => customer.account}
        value={values.code}
        error={errors.code}
        onChange={change('code')}
        onEnter={submit}
      />
      <Button block busy={submission.isPending} onClick={submit}>
        {action}
      </Button>
    </div>
  );
}
