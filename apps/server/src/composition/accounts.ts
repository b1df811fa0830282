import { contentSlice } from '../features/content/content.slice.ts';
import { fundsPasswordSlice } from '../features/funds-password/funds-password.slice.ts';
import { identitySlice } from '../features/identity/identity.slice.ts';
import { deliverMessagesJob, inboxSlice } from '../features/inbox/inbox.slice.ts';
import { loadMessageConfig } from '../features/messages/message-config.ts';
import { messagesSlice } from '../features/messages/messages.slice.ts';
import { riskDisclosureSlice } from '../features/risk-disclosure/risk-disclosure.slice.ts';
import { secondFactorSlice } from '../features/second-factor/second-factor.slice.ts';
import { announce, describeEvent, notifyCustomerJob } from '../features/security/security.slice.ts';
import { settingsSlice } from '../features/settings/settings.slice.ts';
import { staffSlice } from '../features/staff/staff.slice.ts';
import { supportSlice } from '../features/support/support.slice.ts';
import { addressText } from '../platform/chains/address-check.ts';
import { passkeySite } from '../platform/config/passkey-site.ts';
import { placesFromFile, withoutDatabase } from '../platform/geo/session-city.ts';
import { groupCalls } from '../platform/money-call/group.ts';
import { moneyCalls } from '../platform/money-call/money-call.ts';
import { sessionDevice } from '../platform/session-device.ts';
import type { Platform } from './slice-deps.ts';

/** Customers, staff, what they are shown and what the operator sets. */
export function composeAccounts({
  database,
  staffReads,
  clock,
  config,
  passwords,
  pepper,
  previousPepper,
  isDemo,
  log,
  nodes,
}: Platform) {
  const messages = messagesSlice({
    database,
    clock,
    config: loadMessageConfig(config.environment),
    isDemo,
    pepper,
    previousPepper,
    publicUrl: config.publicUrl,
    isAddress: addressText(nodes, isDemo),
    log,
    madeBy: [notifyCustomerJob, deliverMessagesJob],
  });
  const staff = staffSlice({
    database,
    staffReads,
    clock,
    passwords,
    pepper,
    isDemo,
    announce,
    log,
    ...config.console,
  });
  const { authorise, recordAudit, propose } = staff;
  const inbox = inboxSlice({
    database,
    clock,
    describeEvent,
    queueNotices: messages.queueNotices,
    authorise,
    recordAudit,
    propose,
    staffReads,
    readActions: staff.readActions,
    // Composed below.
    findCustomerId: (db, account) => identity.findCustomerId(db, account),
  });
  const identity = identitySlice({
    database,
    clock,
    log,
    passwords,
    pepper,
    codesPerDay: config.codesPerDay,
    withdrawHoldHours: config.withdrawHoldHours,
    sessionIdleDays: config.sessionIdleDays,
    placeOf: config.geoipDatabase === null ? withoutDatabase : placesFromFile(config.geoipDatabase),
    sendMessage: messages.queueMessage,
    queueNotices: messages.queueNotices,
    announce,
    authorise,
    recordAudit,
    propose,
  });
  const { proveCode, changeFundsPasswordHash, rehashFundsPassword } = identity;
  const fundsPassword = fundsPasswordSlice({
    database,
    clock,
    passwords,
    proveCode,
    changeFundsPasswordHash,
    rehashFundsPassword,
    announce,
  });
  const settings = settingsSlice({ database, staffReads, authorise, recordAudit, propose });
  const content = contentSlice({
    database,
    staffReads,
    authorise,
    recordAudit,
    propose,
    settingsAt: settings.settingsAt,
  });
  const support = supportSlice({
    database,
    staffReads,
    settingsAt: settings.settingsAt,
    postMessages: inbox.postMessages,
    authorise,
    recordAudit,
  });
  const riskDisclosure = riskDisclosureSlice({
    database,
    countsAsConfirmed: config.mode === 'demo-empty',
    agreementInForce: content.agreementInForce,
  });
  const secondFactor = secondFactorSlice({
    database,
    pepper,
    previousPepper,
    authorise,
    recordAudit,
    propose,
    proveCode,
    site: passkeySite(config.publicUrl),
    deviceOf: sessionDevice,
    checkLoginPassword: identity.checkLoginPassword,
    findNamedCustomer: identity.findNamedCustomer,
    announce,
    log,
  });
  const runMoneyCall = moneyCalls({
    database,
    checkMoneySecret: fundsPassword.checkMoneySecret,
    proveCode,
    proveSecondFactor: secondFactor.proveSecondFactor,
    riskConfirmed: riskDisclosure.riskConfirmed,
    groups: groupCalls({
      database,
      plainTokens: fundsPassword.plainTokens,
      plainCodes: identity.plainCodes,
      customersWithFactor: secondFactor.customersWithFactor,
      allConfirmedRisk: riskDisclosure.allConfirmedRisk,
      log,
    }),
  });
  return {
    messages,
    inbox,
    identity,
    fundsPassword,
    secondFactor,
    content,
    support,
    riskDisclosure,
    runMoneyCall,
    staff,
    settings,
  };
}

export type Accounts = ReturnType<typeof composeAccounts>;
