import { onTestFinished } from 'vitest';
import { type LocalSigner, localSigner } from './in-process.ts';
import { type TestPayments, testPayments } from './payments.ts';

/** A signer in this process and payments for it; both end with the test. */
export async function localPayments(
  limits: Parameters<typeof localSigner>[0] = {},
): Promise<{ local: LocalSigner; payments: TestPayments }> {
  const local = await localSigner(limits);
  onTestFinished(() => local.close());
  const payments = await testPayments(local);
  payments.bitcoin.close();
  return { local, payments };
}
