import type { Data } from '@lode/contract';
import { useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { callQuery } from '../../lib/api/queries.ts';

export type PrerequisitePage = 'fundPWA' | 'user_sm';

/** Checks what every money call requires: a confirmed risk disclosure and a funds password. */
export function useMoneyPrerequisites<Input>(leaveFor: (page: PrerequisitePage, input: Input) => void) {
  const queryClient = useQueryClient();
  const [isChecking, setChecking] = useState(false);

  /** Returns the customer, or null when the check fails or leads to the missing prerequisite's page. */
  async function check(input: Input): Promise<Data<'userInfo'> | null> {
    if (isChecking) return null;
    setChecking(true);
    try {
      const [risk, user] = await Promise.all([
        queryClient.fetchQuery({ ...callQuery('riskDisclosure', {}), staleTime: 0 }),
        queryClient.fetchQuery({ ...callQuery('userInfo', {}), staleTime: 0 }),
      ]);
      if (risk.confirmed && user.hasFundsPassword) return user;
      leaveFor(risk.confirmed ? 'fundPWA' : 'user_sm', input);
    } catch {
      // The call has shown its error; the customer can press the button again.
    } finally {
      setChecking(false);
    }
    return null;
  }
  return { check, isChecking };
}
