import type { Data } from '@lode/contract';
import type { Screen } from './screen.ts';
import { expect } from './test.ts';

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
