import { AppLink, Button, Field, Hero, HeroBody, Icon, Main, Segmented, TextLink, Tick, VeinPicture } from '@lode/ui';
import { useMutation } from '@tanstack/react-query';
import { useEffect, useState } from 'react';
import { Brand } from '../../components/brand.tsx';
import { Screen } from '../../components/screen.tsx';
import { askVersion } from '../../lib/ask-version.ts';
import { useLocation, useNavigate } from '../../lib/router/router.tsx';
import { href } from '../../lib/routes.ts';
import { whenIdle } from '../../lib/when-idle.ts';
import { commonWords } from '../../locales/zh/common.ts';
import { sessionWords as words } from '../../locales/zh/session.ts';
import { fieldOfFailure, logIn } from './api/log-in.ts';
import { AccountField, type TextState } from './components/account-field.tsx';
import { CodeOfAccountField } from './components/code-of-account-field.tsx';
import { accountError, codeError, presentPasswordError } from './field-errors.ts';
import styles from './login-page.module.css';

type Way = 'password' | 'code';
const empty: TextState = { value: '', error: null };

/** Login by password or one-time code; the route guard redirects afterwards. */
export function LoginPage() {
  const location = useLocation();
  const navigate = useNavigate();
  const [account, setAccount] = useState<TextState>({ value: rememberedAccount(location.state), error: null });
  const [password, setPassword] = useState(empty);
  const [code, setCode] = useState(empty);
  const [way, setWay] = useState<Way>('password');
  const [isAgreed, setAgreed] = useState(false);
  const [agreementError, setAgreementError] = useState<string | null>(null);
  const [secret, setSecret] = way === 'password' ? [password, setPassword] : [code, setCode];

  // Any call reports a closed region, so that no password is typed in vain.
  useEffect(() => whenIdle(() => void askVersion()), []);

  const login = useMutation({
    mutationFn: logIn,
    onError: (failure) => {
      const field = fieldOfFailure(failure);
      if (field === 'account') setAccount({ ...account, error: failure.message });
      if (field === 'secret') setSecret({ ...secret, error: failure.message });
    },
  });

  function submit() {
    const badAccount = accountError(account.value);
    const badSecret = way === 'password' ? presentPasswordError(secret.value) : codeError(secret.value);
    setAccount({ ...account, error: badAccount });
    setSecret({ ...secret, error: badSecret });
    setAgreementError(isAgreed ? null : words.errors.agreementUnticked);
    if (badAccount !== null || badSecret !== null || !isAgreed || login.isPending) return;
    login.mutate({ account: account.value.trim(), [way]: secret.value });
  }

  /** Keeps the typed account while the agreements are open. */
  function keepAccount() {
    navigate(location, { replace: true, state: { account: account.value } });
  }

  return (
    <Screen title={words.login} bar="none">
      <Hero label={commonWords.brand}>
        <div className={styles.hero}>
          <HeroBody>
            <Brand size="large" />
            <p className={styles.motto}>{commonWords.motto}</p>
          </HeroBody>
          <div className={styles.vein}>
            <VeinPicture />
          </div>
        </div>
      </Hero>
      <Main padded>
        <div className={styles.ways}>
          <Segmented
            label={words.ways}
            value={way}
            onChange={setWay}
            options={[
              { value: 'password', label: words.byPassword },
              { value: 'code', label: words.byCode },
            ]}
          />
        </div>
        <AccountField state={account} onChange={setAccount} onEnter={submit} />
        {way === 'password' ? (
          <Field
            label={words.password}
            type="password"
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
          <CodeOfAccountField
            state={code}
            onChange={setCode}
            account={account.value}
            scene="LOGIN"
            onBadAccount={(error) => setAccount({ ...account, error })}
            onEnter={submit}
          />
        )}
        <div className={styles.aside}>
          <span className={styles.note}>{words.openedByManager}</span>
          <TextLink href={href('password_forget')}>{words.forgotPassword}</TextLink>
        </div>
        <div className={styles.submit}>
          <Button block busy={login.isPending} onClick={submit}>
            {words.login}
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
  const { before, terms, between, privacy } = words.agreement;
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
