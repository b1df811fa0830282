import { createHmac, timingSafeEqual } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import { EnrolledApprover } from '@lode/signing';
import { type Static, Type } from '@sinclair/typebox';
import { TypeCompiler, type ValueError } from '@sinclair/typebox/compiler';
import { ColdPolicy, coldWalletOf } from './cold-transfer.ts';
import { SetupError } from './config.ts';
import { writeDurably } from './durable-file.ts';

const closed = { additionalProperties: false };
const Amount = Type.String({ pattern: '^(0|[1-9][0-9]{0,38})$' });

/** Limits in atomic units: of the paid coin for payments, of the chain's own coin (satoshi, wei) for fees. */
const Limits = {
  perPayment: Amount,
  perDay: Amount,
  /** Largest network fee of one transaction. */
  feePerTransaction: Amount,
  /** Largest cost of internal transfers in a day, top-ups of gas included. */
  internalCostPerDay: Amount,
  /** Kinds of payable destinations: `P2PKH`, `P2SH`, `P2WPKH`, `P2WSH`, `P2TR`; `ADDRESS` on the EVM. */
  destinationKinds: Type.Array(Type.String({ maxLength: 10 }), { maxItems: 10 }),
  /**
   * Withdrawals without approvals, to destinations that approved payments went to before. Null: none. `feesPerDay`: network fees of
   * these in a day; as much as internal transfers may cost where it is absent.
   */
  autoApproval: Type.Union([
    Type.Null(),
    Type.Object({ perPayment: Amount, perDay: Amount, feesPerDay: Type.Optional(Amount) }, closed),
  ]),
};

const Policy = Type.Object(
  {
    /** Counts its changes: the signer writes it. */
    version: Type.Optional(Type.Integer({ minimum: 1 })),
    bitcoin: Type.Union([
      Type.Null(),
      Type.Object({ chain: Type.String({ pattern: '^[a-z0-9]{1,20}$' }), ...Limits, cold: ColdPolicy }, closed),
    ]),
    erc20: Type.Union([
      Type.Null(),
      Type.Object(
        {
          chain: Type.String({ pattern: '^[1-9][0-9]{0,9}$' }),
          usdtContract: Type.String({ pattern: '^0x[0-9a-fA-F]{40}$' }),
          ...Limits,
          cold: ColdPolicy,
        },
        closed,
      ),
    ]),
    /** Where payments named `treasury:…` may go, whatever two people approve. Null: anywhere, for the demo. None where it is absent. */
    treasuryDestinations: Type.Optional(
      Type.Union([
        Type.Null(),
        Type.Array(
          Type.Object(
            {
              network: Type.Union([Type.Literal('BITCOIN'), Type.Literal('ERC20')]),
              /** Output script or 20 bytes, in lower-case hex. */
              destination: Type.String({ pattern: '^([0-9a-f]{2}){4,42}$' }),
            },
            closed,
          ),
          { maxItems: 50 },
        ),
      ]),
    ),
    /** As the journal says, like the descriptors of cold wallets: see `ApproverHistory`. */
    approvers: Type.Array(EnrolledApprover, { maxItems: 100 }),
    /** Days after which an approval expires. */
    approvalDays: Type.Integer({ minimum: 1, maximum: 90 }),
    /**
     * What people sign counts only when it was made with a passkey on the signer's own page: approvals, and changes of keys and seed.
     * A software key signs nothing then. Absent: both count.
     */
    passkeysOnly: Type.Optional(Type.Boolean()),
    /** Payments a business date that are ended without anybody's approval. */
    unapprovedEndsPerDay: Type.Optional(Type.Integer({ minimum: 1, maximum: 100_000 })),
  },
  closed,
);
export type Policy = Static<typeof Policy>;
export type NetworkPolicy = NonNullable<Policy['bitcoin'] | Policy['erc20']>;

const checker = TypeCompiler.Compile(Policy);

export function networkPolicy(policy: Policy, network: 'BITCOIN' | 'ERC20'): NetworkPolicy | null {
  return network === 'BITCOIN' ? policy.bitcoin : policy.erc20;
}

/** As many as customers cancel before anybody has approved, and not all payments that are still to come. */
const usualUnapprovedEnds = 1_000;

export function unapprovedEndsPerDay({ unapprovedEndsPerDay = usualUnapprovedEnds }: Policy): number {
  return unapprovedEndsPerDay;
}

/** The operator's own coins are paid with two approvals, whatever the policy allows. */
export const isWithdrawal = (paymentId: string): boolean => paymentId.startsWith('withdrawal:');

/** Whether a payment out of the operator's own money may go to a destination. */
export function isTreasuryDestination(policy: Policy, network: 'BITCOIN' | 'ERC20', destination: string): boolean {
  const { treasuryDestinations = [] } = policy;
  if (treasuryDestinations === null) return true;
  return treasuryDestinations.some((one) => one.network === network && one.destination === destination);
}

export function parsePolicy(text: string): Policy {
  const value: unknown = JSON.parse(text);
  if (!checker.Check(value))
    throw new Error(`invalid value in the policy at ${placeOf(checker.Errors(value).First()) || 'its root'}`);
  const keys = value.approvers.flatMap(({ publicKey, passkeys = [] }) => [
    ...(publicKey === undefined ? [] : [publicKey]),
    ...passkeys.map((key) => key.publicKey),
    ...passkeys.map(({ credentialId }) => credentialId),
  ]);
  const names = value.approvers.map(({ name }) => name);
  if (new Set(keys).size !== keys.length || new Set(names).size !== names.length) {
    throw new Error('every approver in the policy needs a unique name and unique keys');
  }
  for (const network of ['BITCOIN', 'ERC20'] as const) coldWalletOf(value, network);
  return value;
}

/** A value that may be null fails as a whole: the part of it that is wrong lies deeper. */
function placeOf(error: ValueError | undefined): string {
  const deeper = error?.errors.map((variant) => placeOf(variant.First())) ?? [];
  return [error?.path ?? '', ...deeper].reduce((longest, path) => (path.length > longest.length ? path : longest));
}

/**
 * Reads the policy and verifies its HMAC, keyed from the signer's seed: write access to the file alone can neither enrol an
 * approver nor raise a limit.
 */
export async function readPolicy(file: string, macKey: Buffer): Promise<Policy> {
  const text = await readFile(file, 'utf8');
  const [mac = '', ...lines] = text.split('\n');
  const body = lines.join('\n');
  const [found, expected] = [Buffer.from(mac, 'hex'), macOf(body, macKey)];
  if (found.length !== expected.length || !timingSafeEqual(found, expected)) {
    throw new SetupError(
      `${file} was modified outside the signer: restore it from the backup, or set it with policy:set`,
    );
  }
  return parsePolicy(body);
}

export async function writePolicy(file: string, macKey: Buffer, policy: Policy): Promise<void> {
  const body = `${JSON.stringify(policy, null, 2)}\n`;
  parsePolicy(body);
  await writeDurably(file, `${macOf(body, macKey).toString('hex')}\n${body}`);
}

function macOf(body: string, macKey: Buffer): Buffer {
  return createHmac('sha256', macKey).update(body).digest();
}
