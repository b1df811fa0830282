import { codes, type Data } from '@lode/contract';
import { Button, Card, KeyValues, Sheet } from '@lode/ui';
import { useMutation } from '@tanstack/react-query';
import { useState } from 'react';
import { CodeField } from '../../../components/code-field.tsx';
import { useSecondFactorInput } from '../../../components/use-second-factor-input.tsx';
import { call } from '../../../lib/api/call.ts';
import { isRefusal } from '../../../lib/api/request-error.ts';
import { secondFactorError } from '../../../lib/api/second-factor-error.ts';
import { codeMessages } from '../../../locales/zh/code.ts';
import { secondFactorMessages as messages } from '../../../locales/zh/second-factor.ts';
import styles from './second-factor.module.css';

interface CodeCountProps {
  codesLeft: number;
  customer: Data<'userInfo'>;
  onRenewed: (recoveryCodes: readonly string[]) => void;
}

/** How many recovery codes are left; new ones take the place of all of them. */
export function CodeCount({ codesLeft, customer, onRenewed }: CodeCountProps) {
  const [isRenewing, setRenewing] = useState(false);
  return (
    <>
      <Card title={messages.codes}>
        <KeyValues items={[{ label: messages.codesLeft, value: messages.codesCount(codesLeft) }]} />
        <div className={styles.action}>
          <Button variant="quiet" size="s" onClick={() => setRenewing(true)}>
            {messages.renew}
          </Button>
        </div>
      </Card>
      <Sheet open={isRenewing} title={messages.renew} onClose={() => setRenewing(false)}>
        <Renewal customer={customer} onRenewed={onRenewed} />
      </Sheet>
    </>
  );
}

function Renewal({ customer, onRenewed }: Pick<CodeCountProps, 'customer' | 'onRenewed'>) {
  const [code, setCode] = useState('');
  const [codeError, setCodeError] = useState<string | null>(null);
  const [factorError, setFactorError] = useState<string | null>(null);
  const factor = useSecondFactorInput({
    made: { scene: 'SECOND_FACTOR' },
    refusal: factorError,
    onChange: () => setFactorError(null),
  });
  const renew = useMutation({
    mutationFn: () =>
      call(
        'recoveryCodesRenew',
        { code, secondFactor: factor.value },
        { inlineErrors: [codes.wrongCode.code, codes.secondFactorNeeded.code] },
      ),
    onSuccess: ({ recoveryCodes }) => onRenewed(recoveryCodes),
    onError: (failure) => {
      if (isRefusal(failure, codes.wrongCode.code)) setCodeError(failure.message);
      else setFactorError(secondFactorError(failure, factor.value));
    },
  });

  function submit(): void {
    const shape = /^\d{6}$/.test(code) ? null : codeMessages.shape;
    setCodeError(shape);
    if (factor.isComplete() && shape === null && !renew.isPending) renew.mutate();
  }

  return (
    <div className={styles.form}>
      <p className={styles.hint}>{messages.renewText}</p>
      {factor.field}
      <CodeField
        label={codeMessages.sentTo(customer.maskedAccount)}
        scene="SECOND_FACTOR"
        recipient={() => customer.account}
        value={code}
        error={codeError}
        onChange={(text) => {
          setCode(text);
          setCodeError(null);
        }}
        onEnter={submit}
      />
      <Button block busy={renew.isPending} onClick={submit}>
        {messages.renew}
      </Button>
    </div>
  );
}
