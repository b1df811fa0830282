// Covers the action offered in each status, and its call.

import { describe, expect, it } from 'vitest';
import { machine } from '../../testing/responses.ts';
import { callOf, switchActionOf } from './machine-switch.ts';

const actionIn = (fields: Parameters<typeof machine>[0]) => switchActionOf(machine(fields));

describe('switchActionOf', () => {
  it('offers the customer’s one transition [state:machine.transitions]', () => {
    expect(actionIn({ status: 'RUNNING' })).toBe('turnOff');
    expect(actionIn({ status: 'SUSPEND' })).toBe('turnOn');
    expect(actionIn({ status: 'WAITING' })).toBeNull();
    expect(actionIn({ status: 'REPAIR' })).toBeNull();
    expect(actionIn({ status: 'ENCAPSULATION' })).toBeNull();
  });

  it('reverses the wanted status in ARREAR', () => {
    expect(actionIn({ status: 'ARREAR' })).toBe('stayOff');
    expect(actionIn({ status: 'ARREAR', wantedStatus: 'RUNNING' })).toBe('stayOff');
    expect(actionIn({ status: 'ARREAR', wantedStatus: 'SUSPEND' })).toBe('resumeAfter');
  });

  it('offers nothing after the contract has ended', () => {
    expect(actionIn({ status: 'SUSPEND', contractEnded: true })).toBeNull();
  });
});

describe('callOf', () => {
  it('maps each action to its call', () => {
    expect(callOf('turnOn')).toBe('machineActive');
    expect(callOf('resumeAfter')).toBe('machineActive');
    expect(callOf('turnOff')).toBe('machineSuspend');
    expect(callOf('stayOff')).toBe('machineSuspend');
  });
});
