import { useMutation } from '@tanstack/react-query';
import { App } from 'antd';
import { useEffect, useRef } from 'react';
import { useNavigation } from 'react-router';
import { errorText } from '../locales/zh/errors.ts';
import { findCustomerTexts as texts } from '../locales/zh/states.ts';
import { call } from './call.ts';

interface FindCustomer {
  find: (account: string) => void;
  isFinding: boolean;
}

/**
 * The number of an account's customer, by which lists are narrowed: an account never reaches the address. A mutation, since each call
 * stands in the audit log: it is made once for each time that a person asks, and its answer is kept nowhere.
 */
export function useFindCustomer(onFound: (id: string) => void): FindCustomer {
  const { message } = App.useApp();
  // The page that was left stays mounted until the next one has come.
  const { state } = useNavigation();
  const isLeaving = useRef(false);
  useEffect(() => {
    isLeaving.current = state !== 'idle';
  }, [state]);
  const { mutate, isPending } = useMutation({
    mutationFn: (account: string) => call('findCustomer', { account }),
  });
  const find = (account: string) =>
    // With the call, not with the mutation: who has gone on to another page is not taken back by a late answer.
    mutate(account, {
      onSuccess: (found) => {
        if (isLeaving.current) return;
        if (found === null) void message.warning(texts.noAccount);
        else onFound(found.id);
      },
      onError: (error) => {
        if (!isLeaving.current) void message.error(errorText(error));
      },
    });
  return { find, isFinding: isPending };
}
