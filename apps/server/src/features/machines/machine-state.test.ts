/**
 * Proves the transition table of machines: every (from, to, mover) triple is either in the list below, written here by
 * hand, or refused; and the two conditions on the way back to work hold.
 */
import { machineStatuses } from '@lode/contract/record-states';
import { describe, expect, it } from 'vitest';
import { explainRefusal, type MoveQuestion, type Mover, refusalOfMove } from './machine-state.ts';

const movers: Mover[] = ['customer', 'operator', 'clock', 'close', 'payment'];

const allowed = new Set([
  'WAITING ENCAPSULATION operator',
  'WAITING RUNNING operator',
  'WAITING RUNNING clock',
  'ENCAPSULATION RUNNING operator',
  'RUNNING SUSPEND customer',
  'RUNNING SUSPEND operator',
  'SUSPEND RUNNING customer',
  'SUSPEND RUNNING operator',
  'RUNNING REPAIR operator',
  'SUSPEND REPAIR operator',
  'REPAIR RUNNING operator',
  'REPAIR SUSPEND operator',
  'RUNNING ARREAR close',
  'ARREAR RUNNING payment',
  'ARREAR SUSPEND payment',
]);

/** Every triple with its answer while the contract runs and nothing is owed. */
function differences(check: (question: MoveQuestion) => unknown): string[] {
  const found: string[] = [];
  for (const from of machineStatuses)
    for (const to of machineStatuses)
      for (const by of movers) {
        const triple = `${from} ${to} ${by}`;
        const isAllowed = check({ from, to, by, isContractOver: false, owesElectricity: false }) === null;
        if (isAllowed !== allowed.has(triple)) found.push(triple);
      }
  return found;
}

describe('machine transitions', () => {
  it('allows what the table says and refuses all else [state:machine.transitions]', () => {
    expect(differences(refusalOfMove)).toEqual([]);
  });

  it('would notice one move too many or too few (broken control)', () => {
    const tooFree = (question: MoveQuestion) => (question.by === 'operator' ? null : refusalOfMove(question));
    const tooStrict = (question: MoveQuestion) => (question.from === 'REPAIR' ? 'STATUS' : refusalOfMove(question));
    expect(differences(tooFree)).not.toEqual([]);
    expect(differences(tooStrict)).toEqual(['REPAIR RUNNING operator', 'REPAIR SUSPEND operator']);
  });

  it('lets the clock suspend from anywhere, but only at the end of the contract', () => {
    for (const from of machineStatuses) {
      const question = { from, to: 'SUSPEND', by: 'clock', owesElectricity: true } as const;
      expect(refusalOfMove({ ...question, isContractOver: true })).toBeNull();
      expect(refusalOfMove({ ...question, isContractOver: false })).toBe('STATUS');
    }
  });

  it('after the contract refuses what leads to work or from it, and nothing else', () => {
    for (const from of machineStatuses)
      for (const to of machineStatuses)
        for (const by of movers.filter((mover) => mover !== 'clock' || to !== 'SUSPEND')) {
          const question = { from, to, by, owesElectricity: false } as const;
          const refusal = refusalOfMove({ ...question, isContractOver: true });
          const isOfWork = from === 'RUNNING' || to === 'RUNNING';
          const expected = isOfWork ? 'CONTRACT_OVER' : null;
          const triple = `${from} ${to} ${by}`;
          expect(refusal, triple).toBe(allowed.has(triple) ? expected : 'STATUS');
        }
  });

  it('keeps a suspended machine off while electricity is owed, for customer and operator alike', () => {
    for (const by of ['customer', 'operator'] as const) {
      const question = { from: 'SUSPEND', to: 'RUNNING', by, isContractOver: false } as const;
      expect(refusalOfMove({ ...question, owesElectricity: true })).toBe('ELECTRICITY_OWED');
    }
  });

  it('sends a machine that comes back from repair to ARREAR while electricity is owed, and only then', () => {
    const question = { from: 'REPAIR', by: 'operator', isContractOver: false } as const;
    expect(refusalOfMove({ ...question, to: 'RUNNING', owesElectricity: true })).toBe('ELECTRICITY_OWED');
    expect(refusalOfMove({ ...question, to: 'ARREAR', owesElectricity: true })).toBeNull();
    expect(refusalOfMove({ ...question, to: 'ARREAR', owesElectricity: false })).toBe('STATUS');
    expect(refusalOfMove({ ...question, to: 'ARREAR', owesElectricity: true, isContractOver: true })).toBe(
      'CONTRACT_OVER',
    );
  });

  it('says why', () => {
    const move = { from: 'ARREAR', to: 'RUNNING' } as const;
    expect(explainRefusal('STATUS', move)).toContain('ARREAR');
    expect(explainRefusal('CONTRACT_OVER', move)).toContain('contract');
    expect(explainRefusal('ELECTRICITY_OWED', move)).toContain('owed');
  });
});
