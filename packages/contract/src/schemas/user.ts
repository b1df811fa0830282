import { Type } from '@sinclair/typebox';
import { route } from './route.ts';
import {
  AccountBalance,
  AccountInput,
  AddressInput,
  CodeInput,
  Count,
  Id,
  NetworkName,
  Nullable,
  OneOf,
  PasswordInput,
  PayMode,
  Time,
  TypedAmount,
  WithdrawCoin,
} from './shapes.ts';

const User = Type.Object({
  id: Id,
  account: Type.String(),
  maskedAccount: Type.String(),
  nickname: Type.String(),
  hasFundsPassword: Type.Boolean(),
  hasPassword: Type.Boolean(),
});

export const userRoutes = {
  login: route('login', {
    summary: 'Password or one-time code for an access token bound to the device.',
    access: 'open',
    limit: 'credential',
    proof: 'always',
    input: {
      account: AccountInput,
      password: Type.Optional(PasswordInput),
      code: Type.Optional(CodeInput),
    },
    data: Type.Object({ accessToken: Type.String(), expiresAt: Time, user: User }),
    refusals: ['wrongCredentials', 'wrongCode', 'tooOften', 'accountLocked', 'accountDisabled'],
  }),
  sendCode: route('sendCode', {
    summary: 'Sends a one-time code; the answer is the same whether the account exists or not.',
    access: 'open',
    limit: 'code',
    proof: { scenes: ['LOGIN', 'SET_PASSWORD'] },
    input: {
      account: AccountInput,
      scene: OneOf(['LOGIN', 'SET_PASSWORD', 'FUNDS_PASSWORD', 'WITHDRAW', 'SECOND_FACTOR']),
      /** With WITHDRAW: what the code is good for. Without an amount it adds the address to the book. */
      coin: Type.Optional(WithdrawCoin),
      network: Type.Optional(NetworkName),
      address: Type.Optional(AddressInput),
      amount: Type.Optional(TypedAmount),
    },
    data: Type.Object({ expiresIn: Count, retryAfter: Count }),
    refusals: ['tooOften', 'accountLocked', 'sessionExpired', 'accountDisabled'],
  }),
  skinTag: route('skinTag', {
    summary: "The customer's theme.",
    access: 'customer',
    limit: 'read',
    input: { groupTagType: OneOf(['APP_SKIN']) },
    data: Type.Object({ groupTagType: OneOf(['APP_SKIN']), tag: OneOf(['default', 'vip']) }),
  }),
  wallet: route('wallet', {
    summary: 'All accounts of the customer, zeros included.',
    access: 'customer',
    limit: 'read',
    input: {},
    data: Type.Object({
      accounts: Type.Array(AccountBalance),
      hasFundsPassword: Type.Boolean(),
      electricityPayMode: PayMode,
    }),
  }),
  updatePassword: route('updatePassword', {
    summary: 'Changes the password and ends every other session.',
    access: 'customer',
    limit: 'credential',
    input: { oldPassword: PasswordInput, newPassword: PasswordInput },
    data: Type.Null(),
    refusals: ['wrongCredentials', 'badPasswordFormat', 'accountLocked'],
  }),
  accountExists: route('accountExists', {
    summary: 'Whether an account of that name exists; tightly limited.',
    access: 'open',
    limit: 'probe',
    proof: 'always',
    input: { account: AccountInput },
    data: Type.Object({ exist: Type.Boolean() }),
  }),
  setPassword: route('setPassword', {
    summary: 'Sets a first or forgotten password with a one-time code of scene SET_PASSWORD.',
    access: 'open',
    limit: 'credential',
    proof: 'always',
    input: { account: AccountInput, code: CodeInput, password: PasswordInput },
    data: Type.Null(),
    refusals: ['wrongCode', 'badPasswordFormat', 'accountDisabled'],
  }),
  logout: route('logout', {
    summary: 'Revokes the session of this token.',
    access: 'customer',
    limit: 'write',
    input: {},
    data: Type.Null(),
  }),
  userInfo: route('userInfo', {
    summary: 'The customer behind the token.',
    access: 'customer',
    limit: 'read',
    input: {},
    data: User,
  }),
  sessionList: route('sessionList', {
    summary: 'Live sessions, the current one marked.',
    access: 'customer',
    limit: 'read',
    input: {},
    data: Type.Array(
      Type.Object({
        id: Id,
        deviceId: Nullable(Type.String()),
        createdAt: Time,
        expiresAt: Time,
        model: Nullable(Type.String()),
        system: Nullable(Type.String()),
        browser: Nullable(Type.String()),
        /** A /24 or a /56. */
        network: Nullable(Type.String()),
        /** Of the network of the last use, by a local database; null where it is unknown. */
        city: Nullable(Type.String()),
        /** The network is no provider's: this machine's, or one of a home or an office. */
        isLocalNetwork: Type.Boolean(),
        /** Noted every five minutes at most. */
        lastUsedAt: Time,
        current: Type.Boolean(),
      }),
    ),
  }),
  sessionRevoke: route('sessionRevoke', {
    summary: "Ends one of the customer's own sessions.",
    access: 'customer',
    limit: 'write',
    input: { id: Id },
    data: Type.Null(),
  }),
  sessionRevokeAll: route('sessionRevokeAll', {
    summary: "Ends all of the customer's sessions, by default but the current one.",
    access: 'customer',
    limit: 'write',
    input: { keepCurrent: Type.Optional(Type.Boolean()) },
    data: Type.Object({ ended: Count }),
  }),
  setPayMode: route('setPayMode', {
    summary: 'Which account pays electricity first; the other one is the fallback.',
    access: 'customer',
    limit: 'write',
    input: { mode: PayMode },
    data: Type.Object({ electricityPayMode: PayMode }),
  }),
};
