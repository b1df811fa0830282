import { createHmac, timingSafeEqual } from 'node:crypto';
import { mkdir, open, readFile, rename } from 'node:fs/promises';
import { dirname } from 'node:path';
import { type Static, Type } from '@sinclair/typebox';
import { TypeCompiler } from '@sinclair/typebox/compiler';

const closed = { additionalProperties: false };
const Amount = Type.String({ pattern: '^(0|[1-9][0-9]{0,38})$' });

/** Limits in atomic units: of the paid coin for payments, of the chain's own coin (satoshi, wei) for fees. */
const Limits = {
  perPayment: Amount,
  perDay: Amount,
  /** The most that the network may take for one transaction. */
  feePerTransaction: Amount,
  /** The most that transactions between our own addresses may cost in a day, gas given to deposit addresses included. */
  internalCostPerDay: Amount,
  /** Kinds of destinations that are paid to: `P2PKH`, `P2SH`, `P2WPKH`, `P2WSH`, `P2TR`; `ADDRESS` on the EVM. */
  destinationKinds: Type.Array(Type.String({ maxLength: 10 }), { maxItems: 10 }),
  /** Payments without people, to destinations that people have paid to before. Null: none. */
  autoApproval: Type.Union([Type.Null(), Type.Object({ perPayment: Amount, perDay: Amount }, closed)]),
};

const Policy = Type.Object(
  {
    bitcoin: Type.Union([
      Type.Null(),
      Type.Object({ chain: Type.String({ pattern: '^[a-z0-9]{1,20}$' }), ...Limits }, closed),
    ]),
    erc20: Type.Union([
      Type.Null(),
      Type.Object(
        {
          chain: Type.String({ pattern: '^[1-9][0-9]{0,9}$' }),
          usdtContract: Type.String({ pattern: '^0x[0-9a-fA-F]{40}$' }),
          ...Limits,
        },
        closed,
      ),
    ]),
    approvers: Type.Array(
      Type.Object(
        {
          name: Type.String({ pattern: '^[a-z][a-z0-9.-]{0,39}$' }),
          role: Type.Union([Type.Literal('FINANCE'), Type.Literal('APPROVER')]),
          publicKey: Type.String({ pattern: '^[A-Za-z0-9+/]{43}=$' }),
        },
        closed,
      ),
      { maxItems: 100 },
    ),
    /** Days after which a yes no longer counts. */
    approvalDays: Type.Integer({ minimum: 1, maximum: 90 }),
  },
  closed,
);
export type Policy = Static<typeof Policy>;
export type NetworkPolicy = NonNullable<Policy['bitcoin'] | Policy['erc20']>;

const checker = TypeCompiler.Compile(Policy);

export function networkPolicy(policy: Policy, network: 'BITCOIN' | 'ERC20'): NetworkPolicy | null {
  return network === 'BITCOIN' ? policy.bitcoin : policy.erc20;
}

/** Reads a policy as a person wrote it; throws in words. */
export function parsePolicy(text: string): Policy {
  const value: unknown = JSON.parse(text);
  if (!checker.Check(value))
    throw new Error(`the policy is not of its form at ${checker.Errors(value).First()?.path || 'its root'}`);
  const keys = value.approvers.map(({ publicKey }) => publicKey);
  const names = value.approvers.map(({ name }) => name);
  if (new Set(keys).size !== keys.length || new Set(names).size !== names.length) {
    throw new Error('each approver stands in the policy once, with a key of their own');
  }
  return value;
}

/**
 * The policy on the disk, under a code that only the signer's own seed makes: whoever can write files here, but has not the
 * passphrase, cannot enrol himself or raise a limit.
 */
export async function readPolicy(file: string, macKey: Buffer): Promise<Policy> {
  const text = await readFile(file, 'utf8');
  const [mac = '', ...lines] = text.split('\n');
  const body = lines.join('\n');
  const [found, expected] = [Buffer.from(mac, 'hex'), macOf(body, macKey)];
  if (found.length !== expected.length || !timingSafeEqual(found, expected)) {
    throw new Error(`${file} was changed by another hand than the signer's: put it right with the signer's commands`);
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

/** Whole and on the disk, or not at all. */
export async function writeDurably(file: string, content: string): Promise<void> {
  await mkdir(dirname(file), { recursive: true });
  const handle = await open(`${file}.new`, 'w', 0o600);
  try {
    await handle.writeFile(content);
    await handle.sync();
  } finally {
    await handle.close();
  }
  await rename(`${file}.new`, file);
  await syncFolder(dirname(file));
}

export async function syncFolder(folder: string): Promise<void> {
  const handle = await open(folder, 'r');
  try {
    await handle.sync();
  } finally {
    await handle.close();
  }
}
