import type { CallName, Input } from '@lode/contract';

/** The calls that a funds password, or its token, stands in front of. */
export type MoneyCallName = { [Name in CallName]: 'passwordToken' extends keyof Input<Name> ? Name : never }[CallName];

/** What a screen knows of such a call; the rest comes from the dialogs. */
export type MoneyInput<Name extends MoneyCallName> = Omit<Input<Name>, 'password' | 'passwordToken' | 'confirm'>;
