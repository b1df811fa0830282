import { codes, type Data } from '@lode/contract';
import { Button, Card, copyText, Field } from '@lode/ui';
import { useMutation } from '@tanstack/react-query';
import { useState } from 'react';
import { CodeField } from '../../../components/code-field.tsx';
import { LazyQrCode } from '../../../components/lazy-qr-code.tsx';
import { call } from '../../../lib/api/call.ts';
import { isRefusal } from '../../../lib/api/request-error.ts';
import { groupsOf } from '../../../lib/chain-figures.ts';
import { codeMessages } from '../../../locales/zh/code.ts';
import { secondFactorMessages as messages } from '../../../locales/zh/second-factor.ts';
import styles from './second-factor.module.css';

interface ConfirmAppProps {
  app: Data<'secondFactorBegin'>;
  customer: Data<'userInfo'>;
  onSet: (recoveryCodes: readonly string[]) => void;
}

const sixDigits = /^\d{6}$/;
const noErrors = { secondFactor: null, code: null } as Record<'secondFactor' | 'code', string | null>;

/** The secret to scan or to copy, and a code of the app that shows it has it. */
export function ConfirmApp({ app, customer, onSet }: ConfirmAppProps) {
  const [secondFactor, setSecondFactor] = useState('');
  const [code, setCode] = useState('');
  const [errors, setErrors] = useState(noErrors);
  const confirm = useMutation({
    mutationFn: () =>
      call(
        'secondFactorConfirm',
        { secondFactor, code },
        { inlineErrors: [codes.secondFactorNeeded.code, codes.wrongCode.code] },
      ),
    onSuccess: ({ recoveryCodes }) => onSet(recoveryCodes),
    onError: (failure) => {
      if (isRefusal(failure, codes.wrongCode.code)) setErrors({ ...noErrors, code: failure.message });
      if (isRefusal(failure, codes.secondFactorNeeded.code)) setErrors({ ...noErrors, secondFactor: messages.wrong });
    },
  });

  function submit(): void {
    const found = {
      secondFactor: sixDigits.test(secondFactor) ? null : messages.appCodeShape,
      code: sixDigits.test(code) ? null : codeMessages.shape,
    };
    setErrors(found);
    if (found.secondFactor === null && found.code === null && !confirm.isPending) confirm.mutate();
  }

  return (
    <div className={styles.form}>
      <Card title={messages.scan}>
        <LazyQrCode text={app.uri} label={messages.qrCode} />
        <p className={styles.hint}>{messages.scanHint}</p>
        <div className={styles.secret} role="img" aria-label={`${messages.secret} ${app.secret}`}>
          {groupsOf(app.secret).map((group, at) => (
            // Groups are keyed by position.
            <span key={at}>{group}</span>
          ))}
        </div>
        <Button variant="line" block icon="copy" onClick={() => void copyText(app.secret)}>
          {messages.copySecret}
        </Button>
      </Card>
      <Field
        label={messages.appCode}
        value={secondFactor}
        error={errors.secondFactor}
        onChange={(text) => {
          setSecondFactor(text.replace(/\D/g, ''));
          setErrors({ ...errors, secondFactor: null });
        }}
        name="second-factor"
        inputMode="numeric"
        autoComplete="off"
        maxLength={6}
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
      <Button block busy={confirm.isPending} onClick={submit}>
        {messages.confirm}
      </Button>
    </div>
  );
}
