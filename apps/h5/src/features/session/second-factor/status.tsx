import { codes, type Data } from '@lode/contract';
import { Alert, Button, Card, Field, KeyValues, Sheet, shanghaiTime } from '@lode/ui';
import { useMutation } from '@tanstack/react-query';
import { useState } from 'react';
import { CodeField } from '../../../components/code-field.tsx';
import { SecondFactorField } from '../../../components/second-factor-field.tsx';
import { call } from '../../../lib/api/call.ts';
import { isRefusal } from '../../../lib/api/request-error.ts';
import { secondFactorError } from '../../../lib/api/second-factor-error.ts';
import { codeMessages } from '../../../locales/zh/code.ts';
import { secondFactorMessages as messages } from '../../../locales/zh/second-factor.ts';
import { longestPassword } from '../components/new-password-fields.tsx';
import styles from './second-factor.module.css';

interface StatusProps {
  setAt: string;
  codesLeft: number;
  customer: Data<'userInfo'>;
  onRemoved: () => void;
}

export function Status({ setAt, codesLeft, ...rest }: StatusProps) {
  const [isRemoving, setRemoving] = useState(false);
  return (
    <div className={styles.form}>
      <Alert icon="shield">{messages.setText}</Alert>
      <Card title={messages.set}>
        <KeyValues
          items={[
            { label: messages.setAt, value: shanghaiTime(setAt) },
            { label: messages.codesLeft, value: messages.codesCount(codesLeft) },
          ]}
        />
      </Card>
      <p className={styles.hint}>{messages.lostHint}</p>
      <Button variant="quiet" block onClick={() => setRemoving(true)}>
        {messages.remove}
      </Button>
      <Sheet open={isRemoving} title={messages.remove} onClose={() => setRemoving(false)}>
        <Removal {...rest} />
      </Sheet>
    </div>
  );
}

type FieldName = 'password' | 'secondFactor' | 'code';
const noErrors = { password: null, secondFactor: null, code: null } as Record<FieldName, string | null>;
const inlineErrors = [codes.wrongCredentials.code, codes.wrongCode.code, codes.secondFactorNeeded.code];

function Removal({ customer, onRemoved }: Pick<StatusProps, 'customer' | 'onRemoved'>) {
  const [values, setValues] = useState({ password: '', secondFactor: '', code: '' });
  const [errors, setErrors] = useState(noErrors);
  const change = (field: FieldName) => (value: string) => {
    setValues({ ...values, [field]: value });
    setErrors({ ...errors, [field]: null });
  };
  const remove = useMutation({
    mutationFn: () => call('secondFactorRemove', values, { inlineErrors }),
    onSuccess: onRemoved,
    onError: (failure) => {
      if (isRefusal(failure, codes.wrongCredentials.code)) setErrors({ ...noErrors, password: messages.wrongPassword });
      else if (isRefusal(failure, codes.wrongCode.code)) setErrors({ ...noErrors, code: failure.message });
      else setErrors({ ...noErrors, secondFactor: secondFactorError(failure, values.secondFactor) });
    },
  });

  function submit(): void {
    const found = {
      password: values.password === '' ? messages.passwordMissing : null,
      secondFactor: values.secondFactor.trim() === '' ? messages.missing : null,
      code: /^\d{6}$/.test(values.code) ? null : codeMessages.shape,
    };
    setErrors(found);
    if (Object.values(found).every((error) => error === null) && !remove.isPending) remove.mutate();
  }

  return (
    <div className={styles.form}>
      <Alert tone="warn">{messages.removeText}</Alert>
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
      <SecondFactorField value={values.secondFactor} error={errors.secondFactor} onChange={change('secondFactor')} />
      <CodeField
        label={codeMessages.sentTo(customer.maskedAccount)}
        scene="SECOND_FACTOR"
        recipient={() => customer.account}
        value={values.code}
        error={errors.code}
        onChange={change('code')}
        onEnter={submit}
      />
      <Button block busy={remove.isPending} onClick={submit}>
        {messages.remove}
      </Button>
    </div>
  );
}
