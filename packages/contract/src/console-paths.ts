/** Method and path of every call of the console's own listener: safe for a browser's bundle, no schema library behind it. */
export const consolePaths = {
  loginByPassword: 'POST /staff/login/password',
  loginPasskeyOptions: 'POST /staff/login/passkey/options',
  loginByPasskey: 'POST /staff/login/passkey/verify',
  session: 'GET /staff/session',
  permissions: 'GET /staff/session/permissions',
  logout: 'POST /staff/logout',
  changePassword: 'POST /staff/password',
  totpBegin: 'POST /staff/totp/begin',
  totpConfirm: 'POST /staff/totp/confirm',
  passkeyOptions: 'POST /staff/passkey/options',
  passkeyAdd: 'POST /staff/passkey/add',
  sessions: 'GET /staff/sessions',
  endSession: 'POST /staff/session/end',
  endSessions: 'POST /staff/sessions/end',

  workQueue: 'GET /staff/queue',
  resolveAlert: 'POST /staff/alert/resolve',

  health: 'GET /staff/health',
  retryJob: 'POST /staff/job/retry',

  search: 'POST /staff/search',

  customerList: 'GET /staff/customers',
  findCustomer: 'POST /staff/customers/find',
  customer: 'GET /staff/customer',
  customerMachines: 'GET /staff/customer/machines',
  customerMovements: 'GET /staff/customer/movements',
  customerWithdrawals: 'GET /staff/customer/withdrawals',
  customerDeposits: 'GET /staff/customer/deposits',
  customerSessions: 'GET /staff/customer/sessions',
  customerNotices: 'GET /staff/customer/notices',
  customerMessages: 'GET /staff/customer/messages',
  customerThreads: 'GET /staff/customer/threads',

  viewHome: 'POST /staff/customer/view/home',
  viewAssets: 'POST /staff/customer/view/assets',
  viewBill: 'POST /staff/customer/view/bill',
  viewBillMonth: 'POST /staff/customer/view/bill/month',
  viewMachines: 'POST /staff/customer/view/machines',
  viewOutputs: 'POST /staff/customer/view/outputs',
  viewCoinUp: 'POST /staff/customer/view/coin-up',
  viewCoinUpRecords: 'POST /staff/customer/view/coin-up/records',
  viewMessages: 'POST /staff/customer/view/messages',
  viewWithdrawals: 'POST /staff/customer/view/withdrawals',

  createCustomer: 'POST /staff/customer/create',
  disableCustomer: 'POST /staff/customer/disable',
  enableCustomer: 'POST /staff/customer/enable',
  endCustomerSessions: 'POST /staff/customer/sessions/end',
  changeCustomer: 'POST /staff/customer/change',
  sendContactCodes: 'POST /staff/customer/contact/codes',
  changeContact: 'POST /staff/customer/contact/change',
  proveContact: 'POST /staff/customer/contact/prove',

  machineList: 'GET /staff/machines',
  machineCounts: 'GET /staff/machines/counts',
  machineChoices: 'GET /staff/machines/choices',
  machine: 'GET /staff/machine',
  previewMachineStatus: 'POST /staff/machines/status/preview',
  changeMachineStatus: 'POST /staff/machines/status',
  outageList: 'GET /staff/outages',
  outageCreditList: 'GET /staff/outage-credits',

  repairList: 'GET /staff/repairs',
  repair: 'GET /staff/repair',
  openRepair: 'POST /staff/repair/open',
  noteRepair: 'POST /staff/repair/note',
  changeRepair: 'POST /staff/repair/change',

  proposalForms: 'GET /staff/proposal/forms',
  previewProposal: 'POST /staff/proposal/preview',
  propose: 'POST /staff/proposal/new',

  settingList: 'GET /staff/settings',
  settingVersions: 'GET /staff/setting/versions',
  auditLog: 'GET /staff/audit',
  modelList: 'GET /staff/models',
  createModel: 'POST /staff/model/create',
  siteList: 'GET /staff/sites',
  site: 'GET /staff/site',
  previewTariff: 'POST /staff/tariff/preview',

  coinUp: 'GET /staff/coin-up',
  coinUpInterest: 'GET /staff/coin-up/interest',
  coinUpPositions: 'GET /staff/coin-up/positions',
  previewRate: 'POST /staff/coin-up/rate/preview',

  previewImport: 'POST /staff/import/preview',
  runImport: 'POST /staff/import',

  groupMessageList: 'GET /staff/messages',
  groupMessage: 'GET /staff/message',
  previewMessage: 'POST /staff/message/preview',

  contentNow: 'GET /staff/content/now',
  contentList: 'GET /staff/content',
  contentRevision: 'GET /staff/content/revision',
  previewContent: 'POST /staff/content/preview',
  saveContent: 'POST /staff/content/draft',
  uploadImage: 'POST /staff/content/image',
  confirmationList: 'POST /staff/content/confirmations',

  threadList: 'GET /staff/support/threads',
  thread: 'GET /staff/support/thread',
  answerThread: 'POST /staff/support/thread/answer',
  assignThread: 'POST /staff/support/thread/assign',
  closeThread: 'POST /staff/support/thread/close',

  proposalList: 'GET /staff/proposals',
  proposal: 'GET /staff/proposal',
  proposalFile: 'GET /staff/proposal/file',
  approveProposal: 'POST /staff/proposal/approve',
  rejectProposal: 'POST /staff/proposal/reject',

  withdrawalList: 'GET /staff/withdrawals',
  withdrawalReview: 'GET /staff/withdrawal',
  withdrawalProgress: 'GET /staff/withdrawal/progress',
  noteWithdrawal: 'POST /staff/withdrawal/note',
  rejectWithdrawal: 'POST /staff/withdrawal/reject',

  offlineSigning: 'GET /staff/withdrawal/offline-signing',
  takeOffline: 'POST /staff/withdrawal/offline-signing/begin',
  exportSigningRequest: 'POST /staff/withdrawal/offline-signing/request',
  importSigningResponse: 'POST /staff/withdrawal/offline-signing/response',

  autoApproval: 'GET /staff/auto-approval',
  autoApprovalList: 'GET /staff/auto-approvals',
  replayAutoApproval: 'POST /staff/auto-approval/replay',
  stopAutoApproval: 'POST /staff/auto-approval/stop',

  dayCalendar: 'GET /staff/days',
  day: 'GET /staff/day',
  orderDay: 'POST /staff/day/order',
  networkDay: 'GET /staff/network-day',

  exportCustomers: 'POST /staff/export/customers',
  exportMachines: 'POST /staff/export/machines',
  exportWithdrawals: 'POST /staff/export/withdrawals',
  exportDeposits: 'POST /staff/export/deposits',
  exportTransfers: 'POST /staff/export/transfers',

  depositList: 'GET /staff/deposits',
  deposit: 'GET /staff/deposit',

  chainMoney: 'GET /staff/chain-money',
  sweepList: 'GET /staff/sweeps',
  coldTransferList: 'GET /staff/cold-transfers',
  coldRefill: 'GET /staff/cold-refill',
  exportColdRefill: 'POST /staff/cold-refill/file',
  submitColdRefill: 'POST /staff/cold-refill/signatures',
  cancelColdRefill: 'POST /staff/cold-refill/cancel',

  stuckPaymentList: 'GET /staff/stuck-payments',
  releaseInputs: 'POST /staff/stuck-payment/release',

  poolBoard: 'GET /staff/pools',
  poolPaymentList: 'GET /staff/pool-payments',

  trialBalance: 'GET /staff/books/trial-balance',
  transferList: 'GET /staff/books/transfers',
  transfer: 'GET /staff/books/transfer',
  transferEntries: 'GET /staff/books/transfer/entries',
  reconciliation: 'GET /staff/books/reconciliation',
  monthlyPackage: 'GET /staff/books/month',
} as const;

export type ConsoleCall = keyof typeof consolePaths;

/** Characters of an imported file; a larger one is split, or imported by its command. */
export const longestImport = 1_000_000;

/** Milliseconds that a list may take to become a file: it holds a connection and one state of the database as long. */
export const longestExport = 30 * 60_000;

/** Characters of the offline signer's response, which holds one transaction. */
export const longestSigningResponse = 1024 * 1024;

/** Characters of a holder's signed PSBT. */
export const longestPsbt = 1024 * 1024;

/** Bytes of an image. */
export const largestImage = 1024 * 1024;

/** Of content, in characters; HTML as it is after it was sanitised. */
export const longestContent = {
  name: 48,
  version: 32,
  title: 60,
  html: 20_000,
  agreement: 20_000,
  notice: 500,
  url: 500,
  tag: 64,
} as const;
/** Orders begin at 0. */
export const lastContentOrder = 999;

/** Of a call that the page makes by itself while its member touches nothing: it keeps no session open. */
export const unattendedHeader = 'x-lode-unattended';
