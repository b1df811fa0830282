import { codes } from '@lode/contract';
import { Button, Field, Main, TextLink, toast } from '@lode/ui';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { PasswordSecurityHoldAlert } from '../../components/password-security-hold-alert.tsx';
import { Screen } from '../../components/screen.tsx';
import { call } from '../../lib/api/call.ts';
import { isRefusal } from '../../lib/api/request-error.ts';
import { useBack } from '../../lib/navigation.ts';
import { href } from '../../lib/routes.ts';
import { passwordMessages as messages } from '../../locales/zh/password.ts';
import { sessionMessages } from '../../locales/zh/session.ts';
import { titles } from '../../locales/zh/titles.ts';
import type { TextState } from './components/account-field.tsx';
import { longestPassword, NewPasswordFields } from './components/new-password-fields.tsx';
import { newPasswordError, presentPasswordError, refusedPasswordError } from './field-errors.ts';
import styles from './password-forget-page.module.css';

const empty: TextState = { value: '', error: null };

/** Changes the login password; all other sessions end. */
export function PasswordEditPage() {
  const back = useBack();
  const queryClient = useQueryClient();
  const [old, setOld] = useState(empty);
  const [password, setPassword] = useState(empty);
  const [again, setAgain] = useState(empty);

  const save = useMutation({
    mutationFn: () =>
      call(
        'updatePassword',
        { oldPassword: old.value, newPassword: password.value },
        // The catalogue's messages say less than the fields: only the old password can be wrong, and why a new one is bad.
        { inlineErrors: [codes.wrongCredentials.code, codes.badPasswordFormat.code] },
      ),
    onSuccess: async () => {
      toast(messages.saved, { icon: 'success' });
      await queryClient.invalidateQueries({ queryKey: ['sessionList'] });
      back();
    },
    onError: (failure) => {
      if (isRefusal(failure, codes.wrongCredentials.code)) setOld({ ...old, error: messages.wrongOld });
      if (isRefusal(failure, codes.badPasswordFormat.code))
        setPassword({ ...password, error: refusedPasswordError(failure) });
    },
  });

  function submit() {
    const errors = {
      old: presentPasswordError(old.value),
      password:
        newPasswordError(password.value) ?? (password.value === old.value && old.value !== '' ? messages.same : null),
      again: again.value === password.value ? null : sessionMessages.errors.passwordsDiffer,
    };
    setOld({ ...old, error: errors.old });
    setPassword({ ...password, error: errors.password });
    setAgain({ ...again, error: errors.again });
    if (Object.values(errors).every((error) => error === null) && !save.isPending) save.mutate();
  }

  return (
    <Screen title={titles.password_edit}>
      <Main>
        <p className={styles.intro}>{messages.intro}</p>
        <PasswordSecurityHoldAlert after="loginEdit" />
        <Field
          label={messages.old}
          type="password"
          value={old.value}
          error={old.error}
          onChange={(value) => setOld({ value, error: null })}
          name="password"
          autoComplete="current-password"
          maxLength={longestPassword}
          clearable={false}
        />
        <NewPasswordFields
          password={password}
          onPassword={setPassword}
          again={again}
          onAgain={setAgain}
          onEnter={submit}
        />
        <TextLink href={href('password_forget')}>{messages.forgotten}</TextLink>
        <div className={styles.save}>
          <Button block busy={save.isPending} onClick={submit}>
            {sessionMessages.save}
          </Button>
        </div>
      </Main>
    </Screen>
  );
}
