import { codes, type Data } from '@lode/contract';
import { Alert, Button, Field } from '@lode/ui';
import { useMutation } from '@tanstack/react-query';
import { useState } from 'react';
import { useSecondFactorInput } from '../../../components/use-second-factor-input.tsx';
import { call } from '../../../lib/api/call.ts';
import { isRefusal } from '../../../lib/api/request-error.ts';
import { secondFactorError } from '../../../lib/api/second-factor-error.ts';
import { href } from '../../../lib/routes.ts';
import { secondFactorMessages as messages } from '../../../locales/zh/second-factor.ts';
import { longestPassword } from '../components/new-password-fields.tsx';
import { ConfirmApp } from './confirm-app.tsx';
import styles from './second-factor.module.css';

interface SetUpProps {
  customer: Data<'userInfo'>;
  onSet: (recoveryCodes: readonly string[]) => void;
}

/** First the login password, then the app. */
export function SetUp({ customer, onSet }: SetUpProps) {
  const [password, setPassword] = useState('');
  const [error, setError] = useState<string | null>(null);
  const [factorError, setFactorError] = useState<string | null>(null);
  const factor = useSecondFactorInput({
    made: { scene: 'SECOND_FACTOR' },
    refusal: factorError,
    onChange: () => setFactorError(null),
  });
  const begin = useMutation({
    mutationFn: () =>
      call(
        'secondFactorBegin',
        { password, ...(factor.value !== '' && { secondFactor: factor.value }) },
        { inlineErrors: [codes.wrongCredentials.code, codes.secondFactorNeeded.code] },
      ),
    onSuccess: () => setPassword(''),
    onError: (failure) => {
      if (isRefusal(failure, codes.wrongCredentials.code)) setError(messages.wrongPassword);
      else setFactorError(secondFactorError(failure, factor.value));
    },
  });
  if (begin.data) return <ConfirmApp app={begin.data} customer={customer} onSet={onSet} />;

  function submit(): void {
    if (password === '') setError(messages.passwordMissing);
    else if (factor.isComplete() && !begin.isPending) begin.mutate();
  }

  return (
    <div className={styles.form}>
      {customer.hasPassword ? (
        <>
          <p className={styles.hint}>{messages.appIntro}</p>
          <Field
            label={messages.password}
            placeholder={messages.passwordMissing}
            type="password"
            value={password}
            error={error}
            onChange={(value) => {
              setPassword(value);
              setError(null);
            }}
            onEnter={submit}
            name="password"
            autoComplete="current-password"
            maxLength={longestPassword}
            clearable={false}
          />
          {factor.field}
          <Button variant="dark" block busy={begin.isPending} onClick={submit}>
            {messages.begin}
          </Button>
        </>
      ) : (
        <>
          <Alert tone="warn">{messages.noPassword}</Alert>
          <Button block href={href('password_forget')}>
            {messages.setPassword}
          </Button>
        </>
      )}
    </div>
  );
}
