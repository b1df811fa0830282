import type { Data } from '@lode/contract';
import type { Screen } from './screen.ts';
import { customers, expect } from './test.ts';
import { openConfirmation } from './withdraw-screens.ts';

const path = `/not_me?token=${'A'.repeat(43)}`;

const notice: Data<'securityNotice'> = {
  kind: 'WITHDRAWAL_SUBMITTED',
  time: new Date(Date.now() - 600_000).toISOString(),
  maskedAccount: '138****01',
  subject: '0.10000000 BTC',
  isFrozen: false,
  isUsed: false,
};

/** A link works once: the product's own would end with the first picture. */
function linked(name: string, data: Data<'securityNotice'>, before: Screen['before']): Screen {
  return {
    name,
    account: null,
    path,
    async before(page) {
      await page.route('**/api/user/security/*', (route) =>
        route.fulfill({
          json: { code: 200, message: 'ok', data: route.request().method() === 'GET' ? data : { isFrozen: true } },
        }),
      );
      await page.reload();
      await before?.(page);
    },
  };
}

const dayMs = 86_400_000;
const daysAgo = (days: number) => new Date(Date.now() - days * dayMs).toISOString();

/** Of the pictures' product, so that passkeys are offered. */
const passkeyHost = '127.0.0.1';
const unset: Data<'secondFactor'> = { methods: [], setAt: null, recoveryCodesLeft: 0, passkeys: [], passkeyHost };
const set: Data<'secondFactor'> = {
  methods: ['PASSKEY', 'TOTP', 'RECOVERY'],
  setAt: daysAgo(20),
  recoveryCodesLeft: 9,
  passkeys: [
    {
      id: '1',
      name: 'iPhone · Safari 26',
      addedAt: daysAgo(19),
      lastUsedAt: daysAgo(2),
    },
  ],
  passkeyHost,
};

interface FactorScreen extends Pick<Screen, 'name' | 'path' | 'needsRealData'> {
  /** An app and a passkey by default: the demo's customers have none. */
  state?: Data<'secondFactor'>;
  before: NonNullable<Screen['before']>;
}

function withSecondFactor({ state = set, before, ...screen }: FactorScreen): Screen {
  return {
    ...screen,
    account: customers.main,
    async before(page) {
      await page.route('**/api/user/second-factor', (route) =>
        route.fulfill({ json: { code: 200, message: 'ok', data: state } }),
      );
      await before(page);
    },
  };
}

export const secondFactorScreens: readonly Screen[] = [
  withSecondFactor({
    name: 'second_factor',
    path: '/second_factor',
    state: unset,
    async before(page) {
      await page.reload();
      await expect(page.getByRole('button', { name: '添加通行密钥' })).toBeVisible();
    },
  }),
  withSecondFactor({
    name: 'second_factor-set',
    path: '/second_factor',
    async before(page) {
      await page.reload();
      await expect(page.getByText('iPhone · Safari 26')).toBeVisible();
    },
  }),
  withSecondFactor({
    name: 'withdraw-passkey',
    path: '/withdraw?coin=BTC',
    // Its amount is within what is available.
    needsRealData: true,
    async before(page) {
      await openConfirmation(page);
      await expect(page.getByRole('button', { name: '用通行密钥验证' })).toBeVisible();
    },
  }),
];

export const securityScreens: readonly Screen[] = [
  linked('not_me', notice, (page) => expect(page.getByText('138****01')).toBeVisible()),
  linked('not_me-frozen', notice, async (page) => {
    await page.getByRole('button', { name: '不是我，立即冻结提现' }).click();
    await expect(page.getByRole('heading', { name: '提现已冻结' })).toBeVisible();
  }),
  linked('not_me-used', { ...notice, isUsed: true }, (page) =>
    expect(page.getByRole('heading', { name: '链接已使用过' })).toBeVisible(),
  ),
  { name: 'not_me-expired', account: null, path },
];
