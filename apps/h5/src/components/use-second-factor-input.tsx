import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { callQuery } from '../lib/api/queries.ts';
import { secondFactorMessages as messages } from '../locales/zh/second-factor.ts';
import { SecondFactorField } from './second-factor-field.tsx';

/** The field of the second factor for a form that needs one; nothing for a customer who has set none. */
export function useSecondFactorInput(refusal: string | null, onChange: () => void) {
  const state = useQuery(callQuery('secondFactor', {}));
  const [value, setValue] = useState('');
  const [isMissing, setMissing] = useState(false);
  // The server has the last word: it asked for one that was set meanwhile.
  const isNeeded = (state.data?.methods.length ?? 0) > 0 || refusal !== null || value !== '';
  return {
    value,
    /** Marks the field when it is empty. */
    isComplete(): boolean {
      const isEmpty = isNeeded && value.trim() === '';
      setMissing(isEmpty);
      return !isEmpty && refusal === null;
    },
    field: isNeeded && (
      <SecondFactorField
        value={value}
        error={refusal ?? (isMissing ? messages.missing : null)}
        onChange={(text) => {
          setValue(text);
          setMissing(false);
          onChange();
        }}
      />
    ),
  };
}
