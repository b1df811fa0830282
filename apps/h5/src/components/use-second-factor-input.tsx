import type { Input } from '@lode/contract';
import { TextLink } from '@lode/ui';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { callQuery } from '../lib/api/queries.ts';
import { hasPasskeys } from '../lib/passkey.ts';
import { passkeyMessages } from '../locales/zh/passkey.ts';
import { secondFactorMessages as messages } from '../locales/zh/second-factor.ts';
import { PasskeyButton } from './passkey-button.tsx';
import { SecondFactorField } from './second-factor-field.tsx';

interface SecondFactorInput {
  /** What a passkey signs; a signature for something else is forgotten. */
  made: Input<'passkeyChallenge'>;
  refusal: string | null;
  onChange: () => void;
}

/**
 * The second factor for a form that needs one; nothing for a customer who has set none. Who has a passkey is offered it
 * first, a code of the app or a recovery code as the other way.
 */
export function useSecondFactorInput({ made, refusal, onChange }: SecondFactorInput) {
  const { data: state } = useQuery(callQuery('secondFactor', {}));
  const [typed, setTyped] = useState('');
  const [signature, setSignature] = useState({ token: '', madeFor: '' });
  const [isTyping, setTyping] = useState(false);
  const [isMissing, setMissing] = useState(false);
  const offersPasskey = (state?.passkeys.length ?? 0) > 0 && hasPasskeys(state?.passkeyHost ?? null);
  const byPasskey = offersPasskey && !isTyping;
  const madeFor = JSON.stringify(made);
  const token = signature.madeFor === madeFor ? signature.token : '';
  const value = byPasskey ? token : typed.trim();
  // The server has the last word: it asked for one that was set meanwhile.
  const isNeeded = (state?.methods.length ?? 0) > 0 || refusal !== null || typed !== '';
  const error = refusal ?? (isMissing ? (byPasskey ? passkeyMessages.missing : messages.missing) : null);

  function change(apply: () => void): void {
    apply();
    setMissing(false);
    onChange();
  }

  const field = byPasskey ? (
    <PasskeyButton
      made={made}
      isProved={token !== '' && refusal === null}
      error={error}
      onProved={(proved) => change(() => setSignature({ token: proved, madeFor }))}
      onOtherWay={() => change(() => setTyping(true))}
    />
  ) : (
    <>
      <SecondFactorField value={typed} error={error} onChange={(text) => change(() => setTyped(text))} />
      {offersPasskey && <TextLink onClick={() => change(() => setTyping(false))}>{passkeyMessages.byPasskey}</TextLink>}
    </>
  );
  return {
    value,
    /** Marks the field when it is empty. */
    isComplete(): boolean {
      const isEmpty = isNeeded && value === '';
      setMissing(isEmpty);
      return !isEmpty && refusal === null;
    },
    field: isNeeded && field,
  };
}
