import { codes, type Input } from '@lode/contract';
import { Alert, Button, TextLink } from '@lode/ui';
import { useMutation } from '@tanstack/react-query';
import { call } from '../lib/api/call.ts';
import { isRefusal } from '../lib/api/request-error.ts';
import { PasskeyError, signWithPasskey } from '../lib/passkey.ts';
import { passkeyMessages as messages } from '../locales/zh/passkey.ts';
import { secondFactorMessages } from '../locales/zh/second-factor.ts';
import styles from './passkey-button.module.css';

interface PasskeyButtonProps {
  /** What the passkey signs. */
  made: Input<'passkeyChallenge'>;
  isProved: boolean;
  /** Of the form: it is missing, or the server refused it. */
  error: string | null;
  onProved: (token: string) => void;
  onOtherWay: () => void;
}

/** Asks the device for a signature, which stands in the place of a typed code. */
export function PasskeyButton({ made, isProved, error, onProved, onOtherWay }: PasskeyButtonProps) {
  const sign = useMutation({
    mutationFn: async () => {
      const assertion = await signWithPasskey(await call('passkeyChallenge', made));
      return call('passkeyProve', assertion, { inlineErrors: [codes.secondFactorNeeded.code] });
    },
    onSuccess: ({ token }) => onProved(token),
  });
  if (isProved) {
    return (
      <Alert tone="good" live>
        {messages.proved}
      </Alert>
    );
  }
  const problem = problemText(sign.error) ?? error;
  return (
    <div className={styles.passkey} role="group" aria-label={secondFactorMessages.title}>
      <span className={styles.label}>{secondFactorMessages.title}</span>
      <Button variant="line" block icon="lock" busy={sign.isPending} onClick={() => sign.mutate()}>
        {messages.prove}
      </Button>
      {problem !== null && !sign.isPending && (
        <p className={styles.error} role="alert">
          {problem}
        </p>
      )}
      <TextLink onClick={onOtherWay}>{messages.otherWay}</TextLink>
    </div>
  );
}

/** What went wrong on the device or with its signature; null for what was shown already. */
export function problemText(failure: unknown): string | null {
  if (failure instanceof PasskeyError) return messages.problems[failure.problem];
  return isRefusal(failure, codes.secondFactorNeeded.code) ? messages.refused : null;
}
