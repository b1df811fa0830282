import { Type } from '@sinclair/typebox';
import { consolePaths } from '../console-paths.ts';
import { customerStatuses } from '../record-states.ts';
import { assetRoutes } from '../schemas/assets.ts';
import { coinUpRoutes } from '../schemas/coin-up.ts';
import { deviceRoutes } from '../schemas/devices.ts';
import { homeRoutes } from '../schemas/home.ts';
import { messageRoutes } from '../schemas/messages.ts';
import { Id, Month, OneOf } from '../schemas/shapes.ts';
import { withdrawalRoutes } from '../schemas/withdrawals.ts';
import { route } from './route.ts';
import { cursorInput, listOf, reason } from './shapes.ts';

const roles = ['SUPPORT', 'FINANCE', 'ADMIN', 'AUDITOR'] as const;
const opened = { id: Id, reason };
const month = { month: Type.Optional(Month) };
const inAudit = 'the reason stands in the audit log';

/** What a customer's own client reads, answered as the client is answered; nothing can be changed through it. */
export const customerViewRoutes = {
  viewHome: route(consolePaths.viewHome, {
    access: 'staff',
    roles,
    input: opened,
    data: Type.Object({
      /** As the client shows it: `138****78`. */
      account: Type.String(),
      status: OneOf(customerStatuses),
      home: homeRoutes.indexInfo.data,
      /** Of the electricity card. */
      reminder: homeRoutes.electricityReminder.data,
    }),
    summary: `The home page as a customer sees it; ${inAudit}`,
  }),
  viewAssets: route(consolePaths.viewAssets, {
    access: 'staff',
    roles,
    input: opened,
    data: homeRoutes.indexInfo.data.properties.assetsInfo,
    summary: `The wallet as a customer sees it; ${inAudit}`,
  }),
  viewBill: route(consolePaths.viewBill, {
    access: 'staff',
    roles,
    input: { ...opened, ...month, ...cursorInput },
    data: listOf(assetRoutes.billPage.data.properties.records.items),
    summary: `A month's bill as a customer sees it; ${inAudit}`,
  }),
  viewBillMonth: route(consolePaths.viewBillMonth, {
    access: 'staff',
    roles,
    input: { ...opened, ...month },
    data: assetRoutes.billMonth.data,
    summary: `The sums of a month's bill as a customer sees them; ${inAudit}`,
  }),
  viewMachines: route(consolePaths.viewMachines, {
    access: 'staff',
    roles,
    input: { ...opened, ...cursorInput },
    data: listOf(deviceRoutes.machinePage.data.properties.records.items),
    summary: `The machines as a customer sees them; ${inAudit}`,
  }),
  viewOutputs: route(consolePaths.viewOutputs, {
    access: 'staff',
    roles,
    input: { ...opened, ...cursorInput },
    data: listOf(deviceRoutes.outputPage.data.properties.records.items),
    summary: `The outputs as a customer sees them; ${inAudit}`,
  }),
  viewCoinUp: route(consolePaths.viewCoinUp, {
    access: 'staff',
    roles,
    input: opened,
    data: Type.Object({ coins: Type.Array(coinUpRoutes.coinUpDetail.data) }),
    summary: `The savings as a customer sees them; ${inAudit}`,
  }),
  viewCoinUpRecords: route(consolePaths.viewCoinUpRecords, {
    access: 'staff',
    roles,
    input: { ...opened, ...cursorInput },
    data: listOf(coinUpRoutes.coinUpPage.data.properties.records.items),
    summary: `The records of savings as a customer sees them; ${inAudit}`,
  }),
  viewMessages: route(consolePaths.viewMessages, {
    access: 'staff',
    roles,
    input: { ...opened, ...cursorInput },
    data: listOf(messageRoutes.messagePage.data.properties.records.items),
    summary: `The messages as a customer sees them, none marked as read; ${inAudit}`,
  }),
  viewWithdrawals: route(consolePaths.viewWithdrawals, {
    access: 'staff',
    roles,
    input: { ...opened, ...cursorInput },
    data: listOf(withdrawalRoutes.withdrawPage.data.properties.records.items),
    summary: `The withdrawals as a customer sees them; ${inAudit}`,
  }),
} as const;
