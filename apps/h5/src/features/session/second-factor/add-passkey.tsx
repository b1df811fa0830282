import { codes, type Data, type Input } from '@lode/contract';
import { Button, Field, toast } from '@lode/ui';
import { useMutation } from '@tanstack/react-query';
import { useState } from 'react';
import { CodeField } from '../../../components/code-field.tsx';
import { problemText } from '../../../components/passkey-button.tsx';
import { useSecondFactorInput } from '../../../components/use-second-factor-input.tsx';
import { call } from '../../../lib/api/call.ts';
import { isRefusal } from '../../../lib/api/request-error.ts';
import { secondFactorError } from '../../../lib/api/second-factor-error.ts';
import { createPasskey, PasskeyError } from '../../../lib/passkey.ts';
import { codeMessages } from '../../../locales/zh/code.ts';
import { passkeyMessages as messages } from '../../../locales/zh/passkey.ts';
import { secondFactorMessages } from '../../../locales/zh/second-factor.ts';
import { longestPassword } from '../components/new-password-fields.tsx';
import styles from './second-factor.module.css';

interface AddPasskeyProps {
  customer: Data<'userInfo'>;
  onAdded: (recoveryCodes: readonly string[]) => void;
}

type Made = Omit<Input<'passkeyConfirm'>, 'code'>;
const noErrors = { password: null, code: null, factor: null } as Record<'password' | 'code' | 'factor', string | null>;

/** Password and factor first, then the device makes the key, then the one-time code enrols it. */
export function AddPasskey({ customer, onAdded }: AddPasskeyProps) {
  const [password, setPassword] = useState('');
  const [code, setCode] = useState('');
  const [errors, setErrors] = useState(noErrors);
  const [problem, setProblem] = useState<string | null>(null);
  // A wrong one-time code leaves the key that the device has made.
  const [made, setMade] = useState<Made | null>(null);
  const factor = useSecondFactorInput({
    made: { scene: 'SECOND_FACTOR' },
    refusal: errors.factor,
    onChange: () => setErrors({ ...errors, factor: null }),
  });

  const add = useMutation({
    mutationFn: async () => {
      const key = made ?? (await makeKey());
      const inlineErrors = [codes.wrongCode.code, codes.notOperable.code, codes.secondFactorNeeded.code];
      return call('passkeyConfirm', { ...key, code }, { inlineErrors });
    },
    onSuccess: ({ recoveryCodes }) => onAdded(recoveryCodes),
    onError: (failure) => {
      if (isRefusal(failure, codes.wrongCredentials.code)) {
        setErrors({ ...noErrors, password: secondFactorMessages.wrongPassword });
      } else if (isRefusal(failure, codes.wrongCode.code)) setErrors({ ...noErrors, code: failure.message });
      else {
        setMade(null);
        if (failure instanceof PasskeyError) setProblem(problemText(failure));
        else if (isRefusal(failure, codes.notOperable.code)) setProblem(messages.addExpired);
        else if (isRefusal(failure, codes.overLimit.code)) toast(messages.full, { icon: 'error' });
        else setErrors({ ...noErrors, factor: secondFactorError(failure, factor.value) });
      }
    },
  });

  async function makeKey(): Promise<Made> {
    const { value: secondFactor } = factor;
    const inlineErrors = [
      codes.wrongCredentials.code,
      codes.secondFactorNeeded.code,
      codes.notOperable.code,
      codes.overLimit.code,
    ];
    const input = { password, ...(secondFactor !== '' && { secondFactor }) };
    const key = await createPasskey(await call('passkeyBegin', input, { inlineErrors }));
    setMade(key);
    return key;
  }

  function submit(): void {
    const found = {
      ...noErrors,
      password: password === '' ? secondFactorMessages.passwordMissing : null,
      code: /^\d{6}$/.test(code) ? null : codeMessages.shape,
    };
    setErrors(found);
    setProblem(null);
    const isFactorComplete = made !== null || factor.isComplete();
    if (found.password === null && found.code === null && isFactorComplete && !add.isPending) add.mutate();
  }

  return (
    <div className={styles.form}>
      <p className={styles.hint}>{messages.addText}</p>
      <Field
        label={secondFactorMessages.password}
        type="password"
        value={password}
        error={errors.password}
        onChange={(text) => {
          setPassword(text);
          setErrors({ ...errors, password: null });
        }}
        name="password"
        autoComplete="current-password"
        maxLength={longestPassword}
        clearable={false}
      />
      <CodeField
        label={codeMessages.sentTo(customer.maskedAccount)}
        scene="SECOND_FACTOR"
        recipient={() => customer.account}
        value={code}
        error={errors.code}
        onChange={(text) => {
          setCode(text);
          setErrors({ ...errors, code: null });
        }}
        onEnter={submit}
      />
      {made === null && factor.field}
      {problem !== null && (
        <p className={styles.problem} role="alert">
          {problem}
        </p>
      )}
      <Button block busy={add.isPending} onClick={submit}>
        {messages.add}
      </Button>
    </div>
  );
}
