import { codes } from '@lode/contract';
import { AppLink, Button, Field, Hero, HeroBody, Icon, Main, Segmented, TextLink, Tick, VeinPicture } from '@lode/ui';
import { useMutation } from '@tanstack/react-query';
import { useEffect, useState } from 'react';
import { Brand } from '../../components/brand.tsx';
import { Screen } from '../../components/screen.tsx';
import { isRefusal } from '../../lib/api/request-error.ts';
import { checkVersion } from '../../lib/check-version.ts';
import { useLocation, useNavigate } from '../../lib/router/router.tsx';
import { href } from '../../lib/routes.ts';
import { whenIdle } from '../../lib/when-idle.ts';
import { commonMessages } from '../../locales/zh/common.ts';
import { sessionMessages as messages } from '../../locales/zh/session.ts';
import { AccountCodeField } from './components/account-code-field.tsx';
import { AccountField, type TextState } from './components/account-field.tsx';
import { accountError, codeError, presentPasswordError } from './field-errors.ts';
import { fieldOfFailure, logIn } from './login-failure.ts';
import styles from './login-page.module.css';

type LoginMethod = 'password' | 'code';
const empty: TextState = { value: '', error: null };

/** Login by password or one-time code; the route guard redirects afterwards. */
export function LoginPage() {
  const location = useLocation();
  const navigate = useNavigate();
  const [account, setAccount] = useState<TextState>({ value: rememberedAccount(location.state), error: null });
  const [password, setPassword] = useState(empty);
  const [code, setCode] = useState(empty);
  const [method, setMethod] = useState<LoginMethod>('password');
  const [isAgreed, setAgreed] = useState(false);
  const [agreementError, setAgreementError] = useState<string | null>(null);
  const [secret, setSecret] = method === 'password' ? [password, setPassword] : [code, setCode];

  // Any call reports a closed region, so that no password is typed in vain.
  useEffect(() => whenIdle(() => void checkVersion()), []);

  const login = useMutation({
    mutationFn: logIn,
    onError: (failure) => {
      const field = fieldOfFailure(failure);
      const isLocked = method === 'password' && isRefusal(failure, codes.accountLocked.code);
      const reason = isLocked ? messages.errors.lockedByPassword(failure.message) : failure.message;
      if (field === 'account') setAccount({ ...account, error: reason });
      if (field === 'secret') setSecret({ ...secret, error: failure.message });
    },
  });

  function submit() {
    const badAccount = accountError(account.value);
    const badSecret = method === 'password' ? presentPasswordError(secret.value) : codeError(secret.value);
    setAccount({ ...account, error: badAccount });
    setSecret({ ...secret, error: badSecret });
    setAgreementError(isAgreed ? null : messages.errors.agreementUnticked);
    if (badAccount !== null || badSecret !== null || !isAgreed || login.isPending) return;
    login.mutate({ account: account.value.trim(), [method]: secret.value });
  }

  /** Keeps the typed account while the agreements are open. */
  function keepAccount() {
    navigate(location, { replace: true, state: { account: account.value } });
  }

  return (
    <Screen title={messages.login} bar="none">
      <Hero label={commonMessages.brand}>
        <div className={styles.hero}>
          <HeroBody>
            <Brand size="large" />
            <p className={styles.motto}>{commonMessages.motto}</p>
          </HeroBody>
          <div className={styles.vein}>
            <VeinPicture />
          </div>
        </div>
      </Hero>
      <Main padded>
        <div className={styles.methods}>
          <Segmented
            label={messages.methods}
            value={method}
            onChange={setMethod}
            options={[
              { value: 'password', label: messages.byPassword },
              { value: 'code', label: messages.byCode },
            ]}
          />
        </div>
        <AccountField state={account} onChange={setAccount} onEnter={submit} />
        {method === 'password' ? (
          <Field
            label={messages.password}
            type="password"
            placeholder={messages.errors.passwordMissing}
            value={password.value}
            error={password.error}
            onChange={(value) => setPassword({ value, error: null })}
            onEnter={submit}
            name="password"
            autoComplete="current-password"
            maxLength={128}
            clearable={false}
          />
        ) : (
          <AccountCodeField
            state={code}
            onChange={setCode}
            account={account.value}
            scene="LOGIN"
            onInvalidAccount={(error) => setAccount({ ...account, error })}
            onEnter={submit}
          />
        )}
        <div className={styles.aside}>
          <TextLink href={href('support')}>{messages.noAccount}</TextLink>
          <TextLink href={href('password_forget')}>{messages.forgotPassword}</TextLink>
        </div>
        <div className={styles.submit}>
          <Button block busy={login.isPending} onClick={submit}>
            {messages.login}
          </Button>
        </div>
        <div className={styles.agreement}>
          <Tick
            checked={isAgreed}
            onChange={(next) => {
              setAgreed(next);
              setAgreementError(null);
            }}
          >
            <Agreement onLeave={keepAccount} />
          </Tick>
          <p className={styles.error} role="alert">
            {agreementError && (
              <>
                <Icon name="errc" size="xs" />
                {agreementError}
              </>
            )}
          </p>
        </div>
      </Main>
    </Screen>
  );
}

/** Consent to the agreements, with links to them. */
function Agreement({ onLeave }: { onLeave: () => void }) {
  const { before, terms, between, privacy } = messages.agreement;
  return (
    <>
      {before}
      <AppLink href={href('user_agreement')} onClick={onLeave}>
        {terms}
      </AppLink>
      {between}
      <AppLink href={href('user_ys')} onClick={onLeave}>
        {privacy}
      </AppLink>
    </>
  );
}

/** The account kept in the history entry. */
function rememberedAccount(state: unknown): string {
  return typeof state === 'object' && state !== null && 'account' in state && typeof state.account === 'string'
    ? state.account
    : '';
}
