import type { CloseAnswer, SignAnswer, SignerAbout, SignRequest } from '@lode/signing';
import { SetUpError } from './config.ts';
import { History } from './history.ts';
import type { Journal } from './journal.ts';
import { judge } from './judge.ts';
import type { Secrets } from './key-file.ts';
import type { Policy } from './policy.ts';
import { Refused } from './refused.ts';
import { type Sides, sidesOf } from './sides.ts';

export interface Signer {
  sign(request: SignRequest): Promise<SignAnswer>;
  /** Closes what was never signed, or gives all that was signed of it, given up or not: between the two nothing can happen. */
  close(id: string): Promise<CloseAnswer>;
  /** Gives a payment up for good. Throws when it was never signed or is given up already. */
  release(id: string, reason: string): Promise<void>;
  about(): SignerAbout;
  hotAddresses(): { network: string; address: string }[];
}

export interface SignerParts {
  secrets: Secrets;
  policy: Policy;
  journal: Journal;
  now: () => Date;
  /** Called when the line is on the disk and the answer has not left. Tests end the process here. */
  afterJournal?: () => void;
}

/** The newest transactions of one payment; no payment has as many. */
const mostTold = 20;

/** One request after the other: each is judged by a journal that holds all before it. */
export function createSigner({ secrets, policy, journal, now, afterJournal }: SignerParts): Signer {
  const sides = sidesOf(secrets.seed, policy);
  const history = new History(journal.lines);
  let turn: Promise<unknown> = Promise.resolve();
  const inTurn = <T>(work: () => Promise<T>): Promise<T> => {
    const done = turn.then(work);
    turn = done.catch(() => undefined);
    return done;
  };

  const sign = async (request: SignRequest): Promise<SignAnswer> => {
    try {
      const verdict = judge(request, { policy, history, sides, now: now() });
      if (verdict.kind === 'AGAIN') return { signed: verdict.line.signed, line: verdict.line.line };
      const { draft } = verdict;
      const signed = await sides[draft.network]?.sign(draft.payload, request.from);
      if (!signed) throw new Refused('NETWORK', draft.network);
      const line = await journal.append({ ...draft, signed });
      history.add(line);
      afterJournal?.();
      return { signed, line: line.line };
    } catch (error) {
      if (error instanceof Refused) return { refused: error.code, detail: error.message.slice(0, 500) };
      throw error;
    }
  };

  const giveUp = async (id: string, reason: string): Promise<number> => {
    const line = await journal.append({ kind: 'RELEASED', at: now().toISOString(), id, reason });
    history.add(line);
    return line.line;
  };

  const close = async (id: string): Promise<CloseAnswer> => {
    const lines = history.of(id).slice(-mostTold);
    const signed = lines.map(({ payload, signed: bytes }) => ({ payload, signed: bytes }));
    const given = history.releasedOn(id);
    if (given !== undefined) return { closed: given, signed };
    if (signed.length > 0) return { closed: null, signed };
    return { closed: await giveUp(id, 'closed before it was signed'), signed: [] };
  };

  return {
    sign: (request) => inTurn(() => sign(request)),
    close: (id) => inTurn(() => close(id)),
    release: (id, reason) =>
      inTurn(async () => {
        if (history.of(id).length === 0) throw new SetUpError(`${id} was never signed here`);
        if (history.isReleased(id)) throw new SetUpError(`${id} is given up already`);
        await giveUp(id, reason);
      }),
    about: () => aboutOf(policy, sides),
    hotAddresses: () => Object.entries(sides).map(([network, { hotAddress }]) => ({ network, address: hotAddress })),
  };
}

function aboutOf({ bitcoin, erc20, approvers }: Policy, sides: Sides): SignerAbout {
  return {
    bitcoin: bitcoin &&
      sides.BITCOIN && {
        chain: bitcoin.chain,
        extendedPublicKey: sides.BITCOIN.extendedPublicKey,
        fingerprint: sides.BITCOIN.fingerprint,
      },
    erc20: erc20 &&
      sides.ERC20 && {
        chain: erc20.chain,
        extendedPublicKey: sides.ERC20.extendedPublicKey,
        usdtContract: erc20.usdtContract,
      },
    approvers: approvers.map(({ name, role, publicKey }) => ({ name, role, publicKey })),
    isRuleOn: Boolean(bitcoin?.rule ?? erc20?.rule),
  } as SignerAbout;
}
