// Written by `npm run db:types`: the rows of each query as PostgreSQL describes them. `undefined` marks an expression, of which
// PostgreSQL does not say whether it can be null.
export interface QueryRows {
  'account-nonces.evict': {
  };
  'account-nonces.raise': {
  };
  'account-nonces.release': {
    nonce: number;
  };
  'account-nonces.reserve': {
    nonce: number;
  };
  'account-nonces.reserved': {
    nonce: number;
    usdt: bigint;
    wei: string | null | undefined;
  };
  'account-nonces.signed': {
  };
  'alerts.open': {
    id: bigint;
    kind: string;
    subject: string;
    message: string;
    raisedAt: Date;
  };
  'alerts.open-of-kind': {
    message: string;
  };
  'alerts.raise': {
    id: bigint;
  };
  'alerts.resolve': {
  };
  'alerts.resolve-by-id': {
    kind: string;
  };
  'app.ready': {
  };
  'arrivals.final': {
    id: bigint;
  };
  'arrivals.of-closed-customers': {
    txid: string | null | undefined;
    index: number | null | undefined;
  };
  'arrivals.orphan': {
    id: bigint;
    coin: string;
    addressKey: string;
    amount: string | null | undefined;
    timesPosted: number;
    goesTo: string;
    isPosted: boolean | null | undefined;
  };
  'arrivals.posted': {
    id: bigint;
    coin: string;
    addressKey: string;
    amount: string | null | undefined;
    timesPosted: number;
    goesTo: string;
    isPosted: boolean | null | undefined;
  };
  'arrivals.write': {
  };
  'books.check-hashes': {
    check: string | null | undefined;
    subject: string | null | undefined;
    expected: string | null | undefined;
    found: string | null | undefined;
    coin: string | null | undefined;
  };
  'books.check-lines': {
    check: string | null | undefined;
    subject: string | null | undefined;
    expected: string | null | undefined;
    found: string | null | undefined;
    coin: string | null | undefined;
  };
  'books.check-transfers': {
    check: string | null | undefined;
    subject: string | null | undefined;
    expected: string | null | undefined;
    found: string | null | undefined;
    coin: string | null | undefined;
  };
  'books.claim-run': {
    isMine: boolean | null | undefined;
  };
  'books.document-adjustment': {
    id: bigint;
    title: string;
    state: string | null | undefined;
    customerId: bigint;
    machineId: bigint;
    date: string | null | undefined;
    reason: string;
  };
  'books.document-arrival': {
    id: bigint;
    title: string;
    state: string;
    customerId: bigint | null | undefined;
    machineId: bigint | null | undefined;
    date: string | null | undefined;
    reason: string | null | undefined;
  };
  'books.document-departure': {
    id: bigint | null | undefined;
    title: string | null | undefined;
    state: string | null | undefined;
    customerId: bigint;
    machineId: bigint | null | undefined;
    date: string | null | undefined;
    reason: string | null | undefined;
  };
  'books.document-deposit': {
    id: bigint;
    title: string;
    state: string;
    customerId: bigint;
    machineId: bigint | null | undefined;
    date: string | null | undefined;
    reason: string | null | undefined;
  };
  'books.document-order': {
    id: bigint;
    title: string | null | undefined;
    state: string;
    customerId: bigint;
    machineId: bigint | null | undefined;
    date: string | null | undefined;
    reason: string | null | undefined;
  };
  'books.document-outage': {
    id: bigint;
    title: string | null | undefined;
    state: string | null | undefined;
    customerId: bigint | null | undefined;
    machineId: bigint | null;
    date: string | null | undefined;
    reason: string;
  };
  'books.document-pool-payment': {
    id: bigint;
    title: string | null | undefined;
    state: string | null | undefined;
    customerId: bigint | null | undefined;
    machineId: bigint | null | undefined;
    date: string | null | undefined;
    reason: string | null;
  };
  'books.document-withdrawal': {
    id: bigint;
    title: string;
    state: string;
    customerId: bigint | null;
    machineId: bigint | null | undefined;
    date: string | null | undefined;
    reason: string | null;
  };
  'books.end-run': {
  };
  'books.newest-run': {
    startedAt: Date;
    endedAt: Date;
    differences: unknown;
    failure: string | null;
  };
  'books.next-run': {
    id: bigint | null | undefined;
  };
  'books.transfer': {
    id: bigint;
    kind: string | null | undefined;
    key: string | null | undefined;
    businessDate: string | null | undefined;
    postedAt: Date;
    corrects: bigint | null;
    correctedBy: readonly bigint[] | null | undefined;
    lines: number | null | undefined;
    moved: unknown;
    customerId: bigint | null | undefined;
  };
  'books.transfer-entries': {
    line: number;
    type: string | null | undefined;
    coin: string | null | undefined;
    amount: bigint | null | undefined;
    date: string | null | undefined;
    from: string | null | undefined;
    fromAfter: bigint | null | undefined;
    isFromCustomer: boolean | null | undefined;
    to: string | null | undefined;
    toAfter: bigint | null | undefined;
    isToCustomer: boolean | null | undefined;
    customerId: bigint;
    account: string;
    machineId: bigint;
    machineNo: string;
  };
  'books.transfer-people': {
    action: string;
    by: string;
    approvedBy: string;
    at: Date;
    reason: string;
    proposal: bigint;
  };
  'books.transfers': {
    reached: bigint | null | undefined;
    id: bigint;
    kind: string | null | undefined;
    key: string | null | undefined;
    businessDate: string | null | undefined;
    postedAt: Date;
    lines: number | null | undefined;
    amounts: unknown;
  };
  'books.transfers-of-customer': {
    reached: bigint | null | undefined;
    id: bigint;
    kind: string | null | undefined;
    key: string | null | undefined;
    businessDate: string | null | undefined;
    postedAt: Date;
    lines: number | null | undefined;
    amounts: unknown;
  };
  'chain-money.bitcoin-levels': {
    hot: bigint | null | undefined;
    cold: bigint | null | undefined;
  };
  'chain-money.cold-transfers': {
    id: bigint;
    kind: string;
    network: string;
    amount: bigint;
    wallet: number;
    addedBy: string;
    approvedBy: string;
    isSigned: boolean | null | undefined;
    txid: string | null | undefined;
    fee: bigint | null | undefined;
    isPaid: boolean | null;
    cancelledAt: Date | null;
    begunAt: Date;
    endedAt: Date | null;
  };
  'chain-money.levels': {
    coin: string;
    place: string;
    amount: bigint;
    reserved: bigint;
    readAt: Date;
  };
  'chain-money.lying': {
    amount: bigint | null | undefined;
  };
  'chain-money.networks': {
    network: string | null | undefined;
    height: number;
    stoppedBecause: string | null;
    walletVersion: number;
    walletSince: Date;
    sent: bigint | null | undefined;
  };
  'chain-money.open-moves': {
    sweeps: number | null | undefined;
    coldTransfers: number | null | undefined;
    gasShortage: string | null | undefined;
  };
  'chain-money.sweeps': {
    id: bigint;
    kind: string;
    amount: string | null | undefined;
    key: string | null | undefined;
    attempts: number | null | undefined;
    txid: string | null | undefined;
    gas: string | null | undefined;
    isPaid: boolean | null;
    begunAt: Date;
    endedAt: Date | null;
  };
  'chain-money.treasury': {
    coin: string | null | undefined;
    amount: bigint | null | undefined;
  };
  'chain-money.write-levels': {
  };
  'chains.key-generations': {
    publicKeys: readonly string[];
  };
  'chains.used-generation': {
    generation: number | null | undefined;
  };
  'coin-up.accrue-interest': {
    coin: string | null | undefined;
    positions: number | null | undefined;
    amount: bigint | null | undefined;
  };
  'coin-up.arrive': {
    arrived: number | null | undefined;
    transfer: bigint | null | undefined;
  };
  'coin-up.await-unpaid': {
    coin: string;
    date: string;
    batch: number;
    first: bigint;
    last: bigint;
    amount: bigint;
  };
  'coin-up.batch-is-paid': {
    batch: number;
  };
  'coin-up.begin-run': {
    begin_coin_up_run: string | null | undefined;
  };
  'coin-up.begin-to-earn': {
    begun: number | null | undefined;
  };
  'coin-up.begun-day': {
    date: string;
  };
  'coin-up.check-fund': {
    check: string | null | undefined;
    subject: string | null | undefined;
    expected: string | null | undefined;
    found: string | null | undefined;
    coin: string | null | undefined;
  };
  'coin-up.check-holds': {
    check: string | null | undefined;
    subject: string | null | undefined;
    expected: string | null | undefined;
    found: string | null | undefined;
    coin: string | null | undefined;
  };
  'coin-up.check-interest': {
    check: string | null | undefined;
    subject: string | null | undefined;
    expected: string | null | undefined;
    found: string | null | undefined;
    coin: string | null | undefined;
  };
  'coin-up.check-orders': {
    check: string | null | undefined;
    subject: string | null | undefined;
    expected: string | null | undefined;
    found: string | null | undefined;
    coin: string | null | undefined;
  };
  'coin-up.check-positions': {
    check: string | null | undefined;
    subject: string | null | undefined;
    expected: string | null | undefined;
    found: string | null | undefined;
    coin: string | null | undefined;
  };
  'coin-up.count-unpaid': {
    count: number | null | undefined;
  };
  'coin-up.day-is-paid': {
  };
  'coin-up.day-now': {
    day: string | null | undefined;
  };
  'coin-up.day-totals': {
    coin: string;
    amount: bigint | null | undefined;
  };
  'coin-up.days-left-behind': {
  };
  'coin-up.decide': {
    coin: string;
  };
  'coin-up.decision': {
    coin: string;
    amount: bigint;
    isOwed: boolean;
  };
  'coin-up.digest': {
    digest: Buffer | null | undefined;
    changed: string | null | undefined;
  };
  'coin-up.first-order': {
    date: string | null | undefined;
  };
  'coin-up.hold-day': {
    day: string | null | undefined;
  };
  'coin-up.holders': {
    coin: string;
    customers: number | null | undefined;
  };
  'coin-up.interest-record': {
    rank: number | null | undefined;
    number: bigint | null | undefined;
    coin: string;
    direction: string | null | undefined;
    state: string | null | undefined;
    account: string | null | undefined;
    amount: bigint;
    time: Date | null;
    date: string;
    arrivalDate: string | null | undefined;
    ratePpm: number;
  };
  'coin-up.is-interest-owed': {
    owed: boolean | null | undefined;
  };
  'coin-up.last-customers': {
    last: bigint;
  };
  'coin-up.lock-arriving-accounts': {
    customers: readonly bigint[] | null | undefined;
  };
  'coin-up.lock-due-positions': {
  };
  'coin-up.lock-fund': {
    pg_advisory_xact_lock: string | null | undefined;
  };
  'coin-up.lock-interest-day': {
    coin: string;
  };
  'coin-up.lock-position': {
    earning: bigint;
    inTransitIn: bigint;
    inTransitOut: bigint;
  };
  'coin-up.lock-positions': {
    customerId: bigint;
  };
  'coin-up.lock-rate': {
    pg_advisory_xact_lock: string | null | undefined;
  };
  'coin-up.mark-funded': {
    coin: string;
  };
  'coin-up.open-position': {
  };
  'coin-up.open-positions': {
  };
  'coin-up.order': {
    rank: number | null | undefined;
    number: bigint;
    coin: string;
    direction: string;
    state: string;
    account: string;
    amount: bigint;
    time: Date;
    date: string;
    arrivalDate: string;
    ratePpm: number | null | undefined;
  };
  'coin-up.owed-days': {
    coin: string;
    date: string;
    amount: bigint;
  };
  'coin-up.owed-interest': {
    coin: string;
    date: string;
    amount: bigint;
    since: Date;
  };
  'coin-up.post-interest': {
    transfer: bigint | null | undefined;
  };
  'coin-up.quick-plans': {
  };
  'coin-up.records': {
    rank: number | null | undefined;
    number: bigint | null | undefined;
    coin: string | null | undefined;
    direction: string | null | undefined;
    state: string | null | undefined;
    account: string | null | undefined;
    amount: bigint | null | undefined;
    time: Date | null | undefined;
    date: string | null | undefined;
    arrivalDate: string | null | undefined;
    ratePpm: number | null | undefined;
  };
  'coin-up.redeem': {
    id: bigint;
    coin: string;
    direction: string;
    state: string;
    account: string;
    amount: bigint;
    date: string;
    arrivalDate: string;
    requestedAt: Date;
    held: boolean | null | undefined;
  };
  'coin-up.redeem-interest': {
    id: bigint;
    coin: string;
    direction: string;
    state: string;
    account: string;
    amount: bigint;
    date: string;
    arrivalDate: string;
    requestedAt: Date;
  };
  'coin-up.release-arriving': {
    count: bigint | null | undefined;
  };
  'coin-up.safety': {
    principal: bigint | null | undefined;
    earning: bigint | null | undefined;
    fund: bigint | null | undefined;
    owed: bigint | null | undefined;
  };
  'coin-up.savings': {
    earning: bigint | null | undefined;
    inTransitIn: bigint | null | undefined;
    inTransitOut: bigint | null | undefined;
    interestBalance: bigint | null | undefined;
    yesterdayDate: string | null | undefined;
    yesterdayInterest: bigint | null | undefined;
    totalInterest: bigint | null | undefined;
    interestOwed: bigint | null | undefined;
    dates: readonly string[] | null | undefined;
    amounts: readonly bigint[] | null | undefined;
    ratesPpm: readonly number[] | null | undefined;
    elsewhereTo: string | null | undefined;
  };
  'coin-up.staff-interest-days': {
    date: string;
    coin: string;
    ratePpm: number;
    amount: bigint;
    wasOwed: boolean;
    fundedAt: Date | null;
    paidAt: Date | null;
  };
  'coin-up.staff-positions': {
    customerId: bigint;
    account: string;
    nickname: string;
    coin: string;
    earning: bigint;
    inTransitIn: bigint;
    inTransitOut: bigint;
  };
  'coin-up.standing': {
    isFirst: boolean | null | undefined;
    earnedSince: string | null | undefined;
  };
  'coin-up.subscribe': {
    id: bigint;
    coin: string;
    direction: string;
    state: string;
    account: string;
    amount: bigint;
    date: string;
    arrivalDate: string;
    requestedAt: Date;
    customerId: bigint;
  };
  'coin-up.take-unpaid': {
    coin: string;
    date: string;
    batch: number;
    first: bigint;
    last: bigint;
    amount: bigint;
  };
  'coin-up.tie-out': {
    kept: bigint | null | undefined;
    posted: bigint | null | undefined;
    misfits: number | null | undefined;
  };
  'coin-up.tie-out-arrivals': {
    coin: string | null | undefined;
    expected: bigint | null | undefined;
    posted: bigint | null | undefined;
    misfits: number | null | undefined;
  };
  'coin-up.tie-out-culprits': {
    customerId: bigint | null | undefined;
    principal: bigint | null | undefined;
    carryBefore: bigint | null | undefined;
    amount: bigint;
    carry: bigint;
    posted: bigint | null | undefined;
  };
  'coin-up.tie-out-day': {
    coin: string | null | undefined;
    rate: number;
    expectedRate: number | null | undefined;
    amount: bigint;
    batches: bigint | null | undefined;
  };
  'coin-up.tie-out-paid': {
    coin: string;
    amount: bigint;
    transferId: bigint | null;
    isPaid: boolean | null | undefined;
  };
  'coin-up.tie-out-principal': {
    account: bigint | null | undefined;
    principal: bigint | null | undefined;
    waiting: bigint | null | undefined;
    posted: bigint | null | undefined;
    held: bigint | null | undefined;
  };
  'coin-up.unpaid-interest': {
    coin: string;
    amount: bigint | null | undefined;
  };
  'coin-up.yesterday-income': {
    btc: bigint | null | undefined;
    usdt: bigint | null | undefined;
  };
  'cold-storage.addresses': {
    walletId: bigint;
    number: number;
    address: string;
    key: string;
  };
  'cold-storage.attempts': {
    transferId: bigint;
    attempt: number;
    payload: string;
    outpoints: readonly string[];
    txid: string | null;
    sinceHeight: number;
    bytes: string | null;
    signedAt: Date | null;
    hotNumber: number;
  };
  'cold-storage.cancel-refill': {
    id: bigint;
    isSigned: boolean | null | undefined;
  };
  'cold-storage.check': {
    check: string | null | undefined;
    subject: string | null | undefined;
    expected: string | null | undefined;
    found: string | null | undefined;
    coin: string | null | undefined;
  };
  'cold-storage.discard': {
  };
  'cold-storage.end': {
  };
  'cold-storage.ended-transfer': {
    id: bigint;
    network: string;
    kind: string;
    amount: bigint;
    coldKey: string;
    isPaid: boolean | null;
  };
  'cold-storage.finish': {
  };
  'cold-storage.insert-payment': {
  };
  'cold-storage.insert-refill': {
    id: bigint;
  };
  'cold-storage.insert-transfer': {
    id: bigint;
  };
  'cold-storage.insert-wallet': {
    id: bigint;
    network: string;
    version: number;
    descriptor: string;
    addedAt: Date;
  };
  'cold-storage.keep-addresses': {
  };
  'cold-storage.keep-signed': {
  };
  'cold-storage.keep-signed-with-txid': {
  };
  'cold-storage.lock': {
    pg_advisory_xact_lock: string | null | undefined;
  };
  'cold-storage.lock-refill': {
    id: bigint;
  };
  'cold-storage.lock-transfer': {
    id: bigint;
  };
  'cold-storage.move-block': {
  };
  'cold-storage.next-number': {
    number: number | null | undefined;
  };
  'cold-storage.open-transfers': {
    id: bigint;
    network: string;
    kind: string;
    amount: bigint;
    coldNumber: number | null;
    coldKey: string;
    isCancelled: boolean | null | undefined;
    isRetired: boolean | null | undefined;
  };
  'cold-storage.outputs': {
    number: number | null;
    txid: string | null;
    index: number | null;
    amount: bigint | null;
    bytes: string | null;
    blockHash: string | null;
  };
  'cold-storage.overflow-of-day': {
    sent: bigint | null | undefined;
    mustWait: boolean | null | undefined;
  };
  'cold-storage.refill': {
    transferId: bigint;
    attempt: number;
    payload: string;
    outpoints: readonly string[];
    txid: string | null;
    sinceHeight: number;
    bytes: string | null;
    signedAt: Date | null;
    hotNumber: number;
  };
  'cold-storage.refused-moves': {
    wasRefused: boolean | null | undefined;
  };
  'cold-storage.reorged': {
    transferId: bigint;
    attempt: number;
    payload: string;
    outpoints: readonly string[];
    txid: string | null;
    sinceHeight: number;
    bytes: string | null;
    signedAt: Date | null;
    hotNumber: number;
    network: string;
    kind: string;
    amount: bigint;
    coldKey: string;
  };
  'cold-storage.shown-refill': {
    id: bigint;
    amount: bigint;
    wallet: number;
    txid: string | null;
    inputs: number | null | undefined;
    begunAt: Date;
    signedAt: Date | null;
    addedBy: string;
    approvedBy: string;
  };
  'cold-storage.wallets': {
    id: bigint;
    network: string;
    version: number;
    descriptor: string;
    addedAt: Date;
  };
  'confirmations.count-missing': {
    count: number | null | undefined;
  };
  'confirmations.missing': {
    customerId: bigint;
    account: string;
    nickname: string;
    confirmedAt: Date | null | undefined;
  };
  'confirmations.notice': {
    customerId: bigint;
    account: string;
    nickname: string;
    confirmedAt: Date;
  };
  'confirmations.risk': {
    customerId: bigint;
    account: string;
    nickname: string;
    confirmedAt: Date;
  };
  'contact.add-second': {
    id: bigint;
  };
  'contact.change': {
    id: bigint;
  };
  'contact.proof': {
    id: bigint | null | undefined;
  };
  'contact.second': {
    secondContact: string | null;
  };
  'content-console.by-id': {
    id: bigint;
    kind: string;
    name: string;
    version: string | null;
    title: string | null;
    text: string | null;
    html: string | null;
    url: string | null;
    imageHash: Buffer | null;
    imageType: string;
    isForce: boolean;
    hash: string | null | undefined;
    state: string | null | undefined;
    startsAt: Date | null;
    endsAt: Date | null;
    audience: string | null;
    position: number;
    createdAt: Date;
    createdBy: string;
    publishedAt: Date | null;
    publishedBy: string | null;
    approvedBy: string | null;
    withdrawnAt: Date | null;
    withdrawnBy: string | null;
    confirmed: number | null | undefined;
  };
  'content-console.counts': {
    kind: string | null | undefined;
    inForce: number | null | undefined;
    ahead: number | null | undefined;
    drafts: number | null | undefined;
  };
  'content-console.customers': {
    count: number | null | undefined;
  };
  'content-console.list': {
    id: bigint;
    kind: string;
    name: string;
    version: string | null;
    title: string | null;
    text: string | null;
    html: string | null;
    url: string | null;
    imageHash: Buffer | null;
    imageType: string;
    isForce: boolean;
    hash: string | null | undefined;
    state: string | null | undefined;
    startsAt: Date | null;
    endsAt: Date | null;
    audience: string | null;
    position: number;
    createdAt: Date;
    createdBy: string;
    publishedAt: Date | null;
    publishedBy: string | null;
    approvedBy: string | null;
    withdrawnAt: Date | null;
    withdrawnBy: string | null;
    confirmed: number | null | undefined;
  };
  'content-console.versions': {
    newest: string | null | undefined;
    least: string | null | undefined;
  };
  'content-image.find': {
    bytes: Buffer;
  };
  'content-image.insert': {
  };
  'content.agreement': {
    key: string | null | undefined;
    version: string | null | undefined;
    title: string | null | undefined;
    content: string | null | undefined;
    effectiveFrom: Date | null | undefined;
  };
  'content.beside': {
    replaces: string | null | undefined;
    followers: string | null | undefined;
  };
  'content.by-id': {
    id: bigint;
    kind: string;
    name: string;
    version: string | null;
    title: string | null;
    text: string | null;
    html: string | null;
    url: string | null;
    isForce: boolean;
    image: string | null | undefined;
    contentHash: string | null | undefined;
    startsAt: Date | null;
    endsAt: Date | null;
    audienceTag: string | null;
    position: number;
    createdBy: string;
    publishedAt: Date | null;
    publishedBy: string | null;
    approvedBy: string | null;
    withdrawnAt: Date | null;
    withdrawnBy: string | null;
    isInForce: boolean | null | undefined;
    confirmations: number | null | undefined;
  };
  'content.confirm': {
    id: bigint | null | undefined;
  };
  'content.detail': {
    id: bigint | null | undefined;
    title: string | null | undefined;
    html: string | null | undefined;
    text: string | null | undefined;
    startsAt: Date | null | undefined;
  };
  'content.images': {
    id: bigint | null | undefined;
    title: string | null | undefined;
    url: string | null | undefined;
    isHaveDetails: boolean | null | undefined;
    imageHash: Buffer | null | undefined;
    imageType: string;
  };
  'content.in-force': {
    id: bigint | null | undefined;
  };
  'content.insert': {
    id: bigint;
  };
  'content.list': {
    id: bigint;
    kind: string;
    name: string;
    version: string | null;
    title: string | null;
    text: string | null;
    html: string | null;
    url: string | null;
    isForce: boolean;
    image: string | null | undefined;
    contentHash: string | null | undefined;
    startsAt: Date | null;
    endsAt: Date | null;
    audienceTag: string | null;
    position: number;
    createdBy: string;
    publishedAt: Date | null;
    publishedBy: string | null;
    approvedBy: string | null;
    withdrawnAt: Date | null;
    withdrawnBy: string | null;
    isInForce: boolean | null | undefined;
    confirmations: number | null | undefined;
  };
  'content.lock': {
    pg_advisory_xact_lock: string | null | undefined;
  };
  'content.newer-version': {
    versionNo: string | null | undefined;
    html: string | null | undefined;
    isForce: boolean | null | undefined;
  };
  'content.publish': {
    startsAt: Date | null;
  };
  'content.standing': {
    id: bigint | null | undefined;
    isDraft: boolean | null | undefined;
  };
  'content.strip': {
    id: bigint | null | undefined;
    text: string | null | undefined;
    startsAt: Date | null | undefined;
  };
  'content.unconfirmed': {
    id: bigint | null | undefined;
    html: string | null | undefined;
    imageHash: Buffer | null | undefined;
    imageType: string;
  };
  'content.version-taken': {
    id: bigint;
  };
  'content.withdraw': {
    id: bigint;
  };
  'content.withdrawable': {
    id: bigint;
  };
  'customer.by-account': {
    id: bigint;
    account: string;
    nickname: string;
    tags: readonly string[];
    status: string;
    passwordHash: string | null;
    hasFundsPassword: boolean | null | undefined;
  };
  'customer.by-accounts': {
    id: bigint;
    account: string;
    nickname: string;
    tags: readonly string[];
    status: string;
    passwordHash: string | null;
    hasFundsPassword: boolean | null | undefined;
  };
  'customer.by-id': {
    id: bigint;
    account: string;
    nickname: string;
    tags: readonly string[];
    status: string;
    passwordHash: string | null;
    hasFundsPassword: boolean | null | undefined;
  };
  'customer.hold-by-account': {
    id: bigint;
    account: string;
    nickname: string;
    tags: readonly string[];
    status: string;
    passwordHash: string | null;
    hasFundsPassword: boolean | null | undefined;
  };
  'customer.insert': {
    id: bigint;
  };
  'customer.lock-details': {
    account: string;
    nickname: string;
    tags: readonly string[];
  };
  'customer.outfit': {
    id: bigint;
  };
  'customer.rehash-funds-password': {
    id: bigint;
  };
  'customer.rehash-password': {
  };
  'customer.replace-funds-password': {
    id: bigint;
  };
  'customer.replace-password': {
    id: bigint;
  };
  'customer.set-details': {
  };
  'customer.set-status': {
    id: bigint;
  };
  'customers.address-book': {
    network: string;
    key: string;
    label: string;
    addedAt: Date;
  };
  'customers.audit': {
    id: bigint;
    action: string;
    by: string;
    reason: string;
    at: Date;
  };
  'customers.check-may-owe': {
    check: string | null | undefined;
    subject: string | null | undefined;
    expected: string | null | undefined;
    found: string | null | undefined;
    coin: string | null | undefined;
  };
  'customers.coin-up': {
    coin: string;
    principal: bigint | null | undefined;
    inTransit: bigint | null | undefined;
  };
  'customers.counts': {
    machines: number | null | undefined;
    withdrawals: number | null | undefined;
    openWithdrawals: number | null | undefined;
    deposits: number | null | undefined;
    openSessions: number | null | undefined;
    notices: number | null | undefined;
    threads: number | null | undefined;
  };
  'customers.deposits': {
    id: bigint;
    coin: string;
    network: string;
    txid: string;
    amount: bigint;
    status: string;
    needed: number;
    seenAt: Date;
    confirmations: number | null | undefined;
  };
  'customers.exists': {
    id: bigint;
  };
  'customers.fold-may-owe': {
    more: boolean | null | undefined;
  };
  'customers.latest-day': {
    date: string | null | undefined;
  };
  'customers.list': {
    id: bigint;
    account: string;
    nickname: string;
    tags: readonly string[];
    status: string;
    createdAt: Date;
    machines: number | null | undefined;
    owed: bigint | null | undefined;
    isFrozen: boolean | null | undefined;
  };
  'customers.machine-statuses': {
    status: string;
    count: number | null | undefined;
  };
  'customers.machines': {
    id: bigint;
    machineNo: string;
    model: string;
    site: string;
    status: string;
    hashrate: string | null | undefined;
    hashrateUnit: string;
    coin: string;
    output: bigint | null | undefined;
    fee: bigint | null | undefined;
  };
  'customers.notices': {
    id: bigint;
    title: string | null | undefined;
    confirmedAt: Date;
  };
  'customers.one': {
    id: bigint;
    account: string;
    secondContact: string | null;
    nickname: string;
    tags: readonly string[];
    status: string;
    payMode: string | null | undefined;
    promotion: bigint | null | undefined;
    hasPassword: boolean | null | undefined;
    hasFundsPassword: boolean | null | undefined;
    hasSecondFactor: boolean | null | undefined;
    createdAt: Date;
    lastLoginAt: Date | null | undefined;
  };
  'customers.open-withdrawals': {
    coin: string;
    amount: bigint | null | undefined;
  };
  'customers.outputs-of-day': {
    coin: string | null;
    amount: bigint | null | undefined;
  };
  'customers.read-only': {
    set_config: string | null | undefined;
  };
  'customers.sessions': {
    id: bigint;
    model: string | null;
    system: string | null;
    browser: string | null;
    network: string | null;
    createdAt: Date;
    lastUsedAt: Date | null | undefined;
    endedAt: Date | null | undefined;
  };
  'customers.withdrawals': {
    id: bigint;
    number: string;
    coin: string;
    network: string;
    key: string;
    amount: bigint;
    fee: bigint;
    phase: string;
    appliedAt: Date;
  };
  'day-close.analyse-months': {
    analyse_months: string | null | undefined;
  };
  'day-close.await-batch': {
    number: number;
    first: bigint;
    last: bigint;
    result: unknown;
  };
  'day-close.batch-result': {
    result: unknown;
  };
  'day-close.batches': {
    number: number;
    first: bigint;
    last: bigint;
    result: unknown;
  };
  'day-close.batches-left': {
    left: number | null | undefined;
  };
  'day-close.changed-difficulty': {
    difficulty: string | null | undefined;
    before: string | null | undefined;
  };
  'day-close.charges-to-recalculate': {
    customerId: bigint;
    machineId: bigint;
    machineNo: string;
    date: string;
    adjustmentId: bigint | null | undefined;
    coin: string;
    amount: bigint;
    priceDate: string;
    paidPrepaid: bigint;
    paidPromotion: bigint;
    paidBtc: bigint;
    paidEth: bigint;
    paidDoge: bigint;
  };
  'day-close.check-days': {
    check: string | null | undefined;
    subject: string | null | undefined;
    expected: string | null | undefined;
    found: string | null | undefined;
    coin: string | null | undefined;
  };
  'day-close.check-hosting': {
    check: string | null | undefined;
    subject: string | null | undefined;
    expected: string | null | undefined;
    found: string | null | undefined;
    coin: string | null | undefined;
  };
  'day-close.check-output-totals': {
    check: string | null | undefined;
    subject: string | null | undefined;
    expected: string | null | undefined;
    found: string | null | undefined;
    coin: string | null | undefined;
  };
  'day-close.check-pinned': {
    check: string | null | undefined;
    subject: string | null | undefined;
    expected: string | null | undefined;
    found: string | null | undefined;
    coin: string | null | undefined;
  };
  'day-close.claim-preflight': {
    date: string;
  };
  'day-close.closed-days': {
    date: string;
    startedAt: Date;
    inputs: unknown;
    closedAt: Date | null;
    seal: Buffer | null;
  };
  'day-close.columns-digest': {
    digest: Buffer | null | undefined;
    changed: string | null | undefined;
  };
  'day-close.create-locked-account': {
  };
  'day-close.create-opening-balance': {
  };
  'day-close.create-running-machine': {
  };
  'day-close.day': {
    date: string;
    startedAt: Date;
    inputs: unknown;
    closedAt: Date | null;
    seal: Buffer | null;
  };
  'day-close.days-of': {
    date: string | null | undefined;
    startedAt: Date;
    closedAt: Date | null;
    seal: Buffer | null;
    tieOut: unknown;
    refusedAt: Date;
    isOrdered: boolean | null | undefined;
  };
  'day-close.digest': {
    digest: Buffer | null | undefined;
    changed: string | null | undefined;
  };
  'day-close.end-order': {
  };
  'day-close.failed-orders': {
    id: bigint;
    kind: string;
    date: string;
    work: string;
    by: string;
    at: Date | null;
  };
  'day-close.fill-opening-balance': {
  };
  'day-close.fill-running-machine': {
  };
  'day-close.finish-batch': {
  };
  'day-close.hosted-versions': {
    machineId: bigint;
    machineNo: string;
    customerId: bigint;
    monthly: bigint | null;
    effectiveFrom: string;
    effectiveTo: string | null | undefined;
    endTime: Date | null;
    onSiteFrom: string | null;
    standingEnd: Date | null | undefined;
    firstOnSite: Date | null | undefined;
    chargedUpTo: string | null | undefined;
  };
  'day-close.hosting-owed-before': {
    customerId: bigint;
    machineId: bigint;
    machineNo: string;
    id: bigint;
    date: string;
    coin: string;
    amount: bigint;
  };
  'day-close.hosting-to-recalculate': {
    customerId: bigint;
    machineId: bigint;
    machineNo: string;
    id: bigint;
    date: string;
    coin: string;
    amount: bigint;
  };
  'day-close.inputs-digest': {
    digest: Buffer | null | undefined;
  };
  'day-close.keep-findings': {
  };
  'day-close.keep-months': {
    keep_months: string | null | undefined;
  };
  'day-close.keep-refusal': {
  };
  'day-close.keep-trial': {
  };
  'day-close.last-customers': {
    last: bigint | null | undefined;
  };
  'day-close.lock-accounts': {
  };
  'day-close.lock-kind': {
    pg_advisory_xact_lock: string | null | undefined;
  };
  'day-close.machines-without-terms': {
    machines: number | null | undefined;
    first: readonly string[] | null | undefined;
  };
  'day-close.mined-on-trial': {
    coin: string;
    amount: bigint | null | undefined;
  };
  'day-close.network-day': {
    blocks: number;
    subsidySum: bigint;
    feeSum: bigint;
    epochs: unknown;
    source: string;
  };
  'day-close.newest-check': {
    at: Date | null | undefined;
    findings: unknown;
    trial: unknown;
  };
  'day-close.open': {
  };
  'day-close.open-orders': {
    id: bigint;
    kind: string;
    date: string;
    work: string;
  };
  'day-close.opening-balances': {
    customerId: bigint;
    outputFirst: boolean;
    promotion: bigint;
    promotionLeft: bigint | null | undefined;
    ele: bigint;
    btc: bigint;
    eth: bigint;
    doge: bigint;
  };
  'day-close.order': {
    id: bigint;
  };
  'day-close.orders-of-day': {
    id: bigint;
    work: string;
    by: string;
    at: Date;
    endedAt: Date | null;
    outcome: string | null;
  };
  'day-close.owed-before': {
    customerId: bigint | null;
    machineId: bigint | null;
    machineNo: string | null;
    date: string | null;
    adjustmentId: bigint | null;
    coin: string | null;
    amount: bigint | null;
    priceDate: string | null;
  };
  'day-close.payers': {
    paidAtOnce: bigint | null | undefined;
    toRecalculate: readonly bigint[] | null | undefined;
    withOtherLines: readonly bigint[] | null | undefined;
    paidOtherwise: readonly bigint[] | null | undefined;
    balanceMismatches: readonly bigint[] | null | undefined;
  };
  'day-close.payment-lines': {
    customerId: bigint | null;
    machineId: bigint | null;
    date: string;
    coin: string | null | undefined;
    from: string | null | undefined;
    to: string | null | undefined;
    type: 'LEAVING' | 'SUSPENSE_MOVE' | 'REORG' | 'POOL_PAYMENT' | 'TREASURY_MOVE' | 'NETWORK_FEE' | 'WITHDRAWAL_FEE' | 'WITHDRAWAL_PAID' | 'INTEREST' | 'FUND_PAID_IN' | 'ADJUST_ELE' | 'ADJUST_OUTPUT' | 'WITHDRAW_OFFSET' | 'WITHDRAW_RETURN' | 'WITHDRAW' | 'INCOME_IN_USDT' | 'INCOME_IN_BTC' | 'COIN_UP_IN_USDT' | 'COIN_UP_IN_BTC' | 'COIN_UP_OUT_USDT' | 'COIN_UP_OUT_BTC' | 'RECHARGE_BTC' | 'HOSTING_FEE' | 'DAILY_PROFIT_FEEDBACK' | 'ELE_CONSUME_DOGE' | 'ELE_CONSUME_ETH' | 'ELE_CONSUME_BTC' | 'ELE_CONSUME_USDT' | 'ELE_RECHARGE' | 'ELE_INIT' | 'MINING_OUTPUT';
    amount: bigint;
  };
  'day-close.pinned-network-days': {
    coin: string;
    blocks: number;
    subsidySum: string | null | undefined;
    feeSum: string | null | undefined;
    epochs: unknown;
  };
  'day-close.pinned-prices': {
    coin: string;
    usdt: string | null | undefined;
  };
  'day-close.plan': {
  };
  'day-close.plan-for-batches': {
    set_config: string | null | undefined;
  };
  'day-close.post-outputs': {
    outputs: number | null | undefined;
    transferId: bigint | null | undefined;
  };
  'day-close.preflight-findings': {
    findings: unknown;
  };
  'day-close.prices-to-recalculate': {
    coin: string;
    date: string;
    usdt: bigint;
  };
  'day-close.progress': {
    firstClosed: string | null | undefined;
    lastClosed: string | null | undefined;
    begun: string | null | undefined;
  };
  'day-close.progress-of-day': {
    toPost: number | null | undefined;
    posted: number | null | undefined;
    toTieOut: number | null | undefined;
    tiedOut: number | null | undefined;
    outputs: number | null | undefined;
    charges: number | null | undefined;
    hosting: number | null | undefined;
    stopped: number | null | undefined;
    withoutReport: number | null | undefined;
  };
  'day-close.recompute-charges': {
    powerWatts: number;
    seconds: number | null | undefined;
    price: string | null | undefined;
    amount: bigint;
    areFactsRight: boolean | null | undefined;
    site: bigint;
    machines: readonly bigint[] | null | undefined;
  };
  'day-close.recompute-outputs': {
    coin: string | null | undefined;
    hashrate: string | null | undefined;
    poolFeeRate: string | null | undefined;
    epochSeconds: readonly number[] | null | undefined;
    reportedGross: bigint | null | undefined;
    reportedNet: bigint | null | undefined;
    gross: bigint;
    net: bigint;
    mined: bigint | null | undefined;
    areFactsRight: boolean | null | undefined;
    machines: readonly bigint[] | null | undefined;
  };
  'day-close.refusal': {
    at: Date;
    count: number;
    reasons: unknown;
  };
  'day-close.refused-days': {
    kind: string;
    date: string;
    count: number;
    at: Date;
  };
  'day-close.seal': {
  };
  'day-close.take-batch': {
    number: number;
    first: bigint;
    last: bigint;
    result: unknown;
  };
  'day-close.take-over-findings': {
    date: string;
  };
  'day-close.tie-out-culprits': {
    name: string | null | undefined;
    net: bigint;
    mined: bigint;
    charged: bigint;
    paid: string | null | undefined;
    taken: string | null | undefined;
    isOutputWrong: boolean | null | undefined;
    isChargeWrong: boolean | null | undefined;
  };
  'day-close.tie-out-hosting': {
    machineId: bigint;
    customerId: bigint;
    firstDay: string;
    lastDay: string;
    amount: bigint;
  };
  'day-close.tie-out-machines': {
    coin: string;
    hashrate: string | null | undefined;
    poolFeeRate: string | null | undefined;
    epochSeconds: readonly number[] | null | undefined;
    powerWatts: number;
    price: string | null | undefined;
    machines: number | null | undefined;
    ran: number | null | undefined;
    kept: number | null | undefined;
    posted: number | null | undefined;
    wrongOutputs: number | null | undefined;
    leastGross: bigint | null | undefined;
    mostGross: bigint | null | undefined;
    leastNet: bigint | null | undefined;
    mostNet: bigint | null | undefined;
    leastMined: bigint | null | undefined;
    mostMined: bigint | null | undefined;
    mined: bigint | null | undefined;
    charged: number | null | undefined;
    wrongCharges: number | null | undefined;
    leastCharge: bigint | null | undefined;
    mostCharge: bigint | null | undefined;
    chargedSum: bigint | null | undefined;
  };
  'day-close.tie-out-of-day': {
    name: string | null | undefined;
    coin: string | null | undefined;
    expected: bigint | null | undefined;
    posted: bigint | null | undefined;
  };
  'day-close.tie-out-payments': {
    what: string | null | undefined;
    coin: string | null | undefined;
    amount: bigint | null | undefined;
  };
  'day-close.tie-out-reports': {
    name: string | null | undefined;
    coin: string | null | undefined;
    expected: bigint | null | undefined;
    kept: bigint;
    posted: bigint;
    isRight: boolean | null | undefined;
  };
  'day-close.tie-out-sums': {
    what: string | null | undefined;
    coin: string | null | undefined;
    hashrate: string | null | undefined;
    poolFeeRate: string | null | undefined;
    epochSeconds: readonly number[] | null | undefined;
    powerWatts: number | null | undefined;
    seconds: number | null | undefined;
    price: string | null | undefined;
    gross: bigint | null | undefined;
    amount: bigint | null | undefined;
    rows: number | null | undefined;
    marks: string | null | undefined;
    payments: number | null | undefined;
    paymentMarks: string | null | undefined;
    wrong: number | null | undefined;
  };
  'day-close.what-machines-lack': {
    withoutTariff: string | null | undefined;
    withoutReport: number | null | undefined;
    firstWithoutReport: readonly string[] | null | undefined;
  };
  'db.backend-pid': {
    pid: number | null | undefined;
  };
  'db.cancel-backend': {
    pg_cancel_backend: boolean | null | undefined;
  };
  'db.keep-months': {
  };
  'db.snapshot': {
  };
  'deposits.address-of-customer': {
    number: number;
    address: string;
    key: string;
  };
  'deposits.address-owner': {
    customerId: bigint;
    number: number;
  };
  'deposits.address-turn': {
    pg_advisory_xact_lock: string | null | undefined;
  };
  'deposits.addresses-from': {
    number: number;
    address: string;
    key: string;
  };
  'deposits.addresses-of-keys': {
    number: number;
    address: string;
    key: string;
  };
  'deposits.below-minimum': {
  };
  'deposits.check': {
    check: string | null | undefined;
    subject: string | null | undefined;
    expected: string | null | undefined;
    found: string | null | undefined;
    coin: string | null | undefined;
  };
  'deposits.check-arrival-rows': {
    check: string | null | undefined;
    subject: string | null | undefined;
    expected: string | null | undefined;
    found: string | null | undefined;
    coin: string | null | undefined;
  };
  'deposits.check-arrivals': {
    check: string | null | undefined;
    subject: string | null | undefined;
    expected: string | null | undefined;
    found: string | null | undefined;
    coin: string | null | undefined;
  };
  'deposits.check-claw-backs': {
    check: string | null | undefined;
    subject: string | null | undefined;
    expected: string | null | undefined;
    found: string | null | undefined;
    coin: string | null | undefined;
  };
  'deposits.check-rows': {
    check: string | null | undefined;
    subject: string | null | undefined;
    expected: string | null | undefined;
    found: string | null | undefined;
    coin: string | null | undefined;
  };
  'deposits.check-suspense': {
    check: string | null | undefined;
    subject: string | null | undefined;
    expected: string | null | undefined;
    found: string | null | undefined;
    coin: string | null | undefined;
  };
  'deposits.claw-back': {
  };
  'deposits.count-claw-backs': {
    parts: number | null | undefined;
  };
  'deposits.count-write-offs': {
    parts: number | null | undefined;
  };
  'deposits.creditable': {
    customerId: bigint;
    ids: readonly bigint[] | null | undefined;
  };
  'deposits.credited': {
  };
  'deposits.custody': {
    held: bigint | null | undefined;
  };
  'deposits.custody-differences': {
    coin: string | null | undefined;
    difference: bigint | null | undefined;
    since: Date | null | undefined;
  };
  'deposits.customer-account': {
    account: string;
  };
  'deposits.final': {
    id: bigint;
    customerId: bigint;
    coin: string;
    amount: bigint;
    status: string;
    transferId: bigint | null;
    removals: number;
  };
  'deposits.followed-to': {
    height: number;
    hash: string;
  };
  'deposits.forget-blocks': {
  };
  'deposits.freeze-customer': {
  };
  'deposits.given-address': {
    address: string;
  };
  'deposits.held-elsewhere': {
    account: string | null;
    coin: string | null;
    available: bigint | null | undefined;
  };
  'deposits.hold-watcher': {
    hold_chain_watcher: string | null | undefined;
  };
  'deposits.house-addresses': {
    number: number;
    address: string;
    key: string;
  };
  'deposits.in-transit': {
    what: string | null | undefined;
    id: bigint | null | undefined;
    amount: bigint | null | undefined;
  };
  'deposits.incoming': {
    coin: string | null | undefined;
    amount: string | null | undefined;
  };
  'deposits.insert-address': {
  };
  'deposits.insert-custody': {
  };
  'deposits.is-frozen': {
    isFrozen: boolean | null;
  };
  'deposits.keep-derived': {
  };
  'deposits.keep-house-address': {
  };
  'deposits.lift-freeze': {
  };
  'deposits.lock-to-claw-back': {
    id: bigint;
    customerId: bigint;
    coin: string;
    amount: bigint;
    status: string;
    transferId: bigint | null;
    removals: number;
    lacking: bigint | null | undefined;
  };
  'deposits.lock-watcher': {
    newestHash: string;
    addresses: number | null | undefined;
  };
  'deposits.mined': {
    id: bigint;
    customerId: bigint;
    coin: string;
    amount: bigint;
    status: string;
    transferId: bigint | null;
    removals: number;
  };
  'deposits.move-watcher': {
  };
  'deposits.newest-custody': {
    coin: string;
    at: Date;
    ledger: bigint | null;
    chain: bigint | null;
    unknown: string | null;
  };
  'deposits.next-address': {
    number: number | null | undefined;
  };
  'deposits.next-derived': {
    next: number | null | undefined;
    from: number | null | undefined;
  };
  'deposits.open-claw-backs': {
    depositId: bigint;
    removal: number;
    part: number;
    amount: bigint;
    transferId: bigint;
  };
  'deposits.open-networks': {
    network: string;
  };
  'deposits.open-write-offs': {
    depositId: bigint;
    removal: number;
    part: number;
    amount: bigint;
    transferId: bigint;
  };
  'deposits.orphan': {
    id: bigint;
    customerId: bigint;
    coin: string;
    amount: bigint;
    status: string;
    transferId: bigint | null;
    removals: number;
  };
  'deposits.owner': {
    network: string;
    customerId: bigint;
  };
  'deposits.page': {
    id: bigint;
    coin: string;
    network: string;
    key: string;
    txid: string;
    outputIndex: number;
    amount: bigint;
    status: string;
    needed: number;
    confirmations: number | null | undefined;
    time: Date;
    creditedTime: Date | null;
  };
  'deposits.pin-watcher': {
  };
  'deposits.raise-floor': {
  };
  'deposits.raise-needed': {
  };
  'deposits.removed': {
  };
  'deposits.return-claw-back': {
  };
  'deposits.reverse-write-off': {
  };
  'deposits.second-node-alerts': {
    network: string;
    since: Date;
  };
  'deposits.seen': {
    output: string | null | undefined;
  };
  'deposits.staff-customer-sums': {
    small: bigint | null | undefined;
    recent: bigint | null | undefined;
    available: bigint | null | undefined;
    hasToClawBack: boolean | null | undefined;
    secondNodeWaits: string | null | undefined;
  };
  'deposits.staff-facts': {
    id: bigint;
    customerId: bigint;
    customer: string;
    customerStatus: string;
    status: string;
    network: string;
    coin: string;
    amount: bigint;
    txid: string;
    outputIndex: number;
    number: number;
    address: string;
    key: string;
    height: number | null;
    needed: number;
    newestHeight: number;
    stoppedBecause: string | null;
    seenAt: Date;
    creditedAt: Date | null;
    removals: number;
    lacking: bigint | null | undefined;
  };
  'deposits.staff-freezes': {
    reason: string;
    since: Date;
    depositId: bigint | null;
  };
  'deposits.staff-list': {
    id: bigint;
    status: string;
    isToClawBack: boolean | null | undefined;
    account: string;
    network: string;
    coin: string;
    amount: bigint;
    confirmations: number | null | undefined;
    needed: number;
    txid: string;
    seenAt: Date;
  };
  'deposits.staff-list-of-customer': {
    id: bigint;
    status: string;
    isToClawBack: boolean | null | undefined;
    account: string;
    network: string;
    coin: string;
    amount: bigint;
    confirmations: number | null | undefined;
    needed: number;
    txid: string;
    seenAt: Date;
  };
  'deposits.staff-list-of-transaction': {
    id: bigint;
    status: string;
    isToClawBack: boolean | null | undefined;
    account: string;
    network: string;
    coin: string;
    amount: bigint;
    confirmations: number | null | undefined;
    needed: number;
    txid: string;
    seenAt: Date;
  };
  'deposits.staff-list-to-claw-back': {
    id: bigint;
    status: string;
    isToClawBack: boolean | null | undefined;
    account: string;
    network: string;
    coin: string;
    amount: bigint;
    confirmations: number | null | undefined;
    needed: number;
    txid: string;
    seenAt: Date;
  };
  'deposits.staff-removal-parts': {
    kind: string | null | undefined;
    amount: bigint | null | undefined;
    at: Date | null | undefined;
    returnedAt: Date | null | undefined;
  };
  'deposits.stop-watcher': {
  };
  'deposits.unchecked': {
    id: bigint;
    customerId: bigint;
    txid: string;
    index: number;
    key: string;
    coin: string;
    amount: bigint;
    height: number | null;
    blockHash: string | null;
  };
  'deposits.vanish': {
  };
  'deposits.waiting': {
  };
  'deposits.waiting-for-second-node': {
    id: bigint;
    account: string;
    coin: string;
    amount: bigint;
    cause: string | null | undefined;
    txid: string;
    since: Date | null | undefined;
  };
  'deposits.waiting-frozen': {
    id: bigint;
    account: string;
    coin: string;
    amount: bigint | null;
    cause: string | null | undefined;
    txid: string;
    since: Date | null | undefined;
  };
  'deposits.watcher': {
    chain: string;
    genesis: string;
    startHeight: number;
    startHash: string;
    recent: unknown;
  };
  'deposits.write-off': {
  };
  'deposits.write-offs-of-removal': {
    key: string;
    amount: bigint;
  };
  'earnings.days': {
    date: string;
    outputs: unknown;
    electricity: bigint | null | undefined;
    hosting: bigint | null | undefined;
  };
  'earnings.periods': {
    period: string | null | undefined;
    from: string | null | undefined;
    to: string | null | undefined;
    days: number | null | undefined;
    outputs: unknown;
    electricity: bigint | null | undefined;
    hosting: bigint | null | undefined;
    hostingToCome: bigint | null | undefined;
    hostingMonthly: bigint | null | undefined;
    isKnown: boolean | null | undefined;
    purchase: bigint | null | undefined;
  };
  'electricity.await-outage-batch': {
    number: number;
    first: bigint;
    last: bigint;
  };
  'electricity.charge-hosting': {
  };
  'electricity.charge-hosting-adjustment': {
  };
  'electricity.charged-for-day': {
    paid: bigint | null | undefined;
    paidOwn: bigint | null | undefined;
    owed: bigint | null | undefined;
  };
  'electricity.check-charges': {
    check: string | null | undefined;
    subject: string | null | undefined;
    expected: string | null | undefined;
    found: string | null | undefined;
    coin: string | null | undefined;
  };
  'electricity.check-corrections': {
    check: string | null | undefined;
    subject: string | null | undefined;
    expected: string | null | undefined;
    found: string | null | undefined;
    coin: string | null | undefined;
  };
  'electricity.check-outage-credits': {
    check: string | null | undefined;
    subject: string | null | undefined;
    expected: string | null | undefined;
    found: string | null | undefined;
    coin: string | null | undefined;
  };
  'electricity.check-payments': {
    check: string | null | undefined;
    subject: string | null | undefined;
    expected: string | null | undefined;
    found: string | null | undefined;
    coin: string | null | undefined;
  };
  'electricity.check-promotion': {
    check: string | null | undefined;
    subject: string | null | undefined;
    expected: string | null | undefined;
    found: string | null | undefined;
    coin: string | null | undefined;
  };
  'electricity.check-ranges': {
    first: bigint | null | undefined;
    last: bigint | null | undefined;
  };
  'electricity.check-waived': {
    check: string | null | undefined;
    subject: string | null | undefined;
    expected: string | null | undefined;
    found: string | null | undefined;
    coin: string | null | undefined;
  };
  'electricity.collect-day': {
    charges: number | null | undefined;
    transferId: bigint | null | undefined;
    relievedCustomers: readonly bigint[] | null | undefined;
    missingPrice: string | null | undefined;
  };
  'electricity.collect-owed': {
    charges: number | null | undefined;
    transferId: bigint | null | undefined;
    relievedCustomers: readonly bigint[] | null | undefined;
    missingPrice: string | null | undefined;
  };
  'electricity.customers-owing-hosting': {
    customerId: bigint;
  };
  'electricity.departure': {
  };
  'electricity.end-promotion': {
  };
  'electricity.fee-days': {
    place: number | null | undefined;
    date: string;
    fee: bigint | null | undefined;
  };
  'electricity.finish-outage-batch': {
  };
  'electricity.finish-outage-credit': {
  };
  'electricity.finished-outage-batches': {
    id: bigint;
    siteId: bigint | null;
    machineId: bigint | null;
    from: Date;
    to: Date;
    keepsOutput: boolean;
    reason: string;
    finishedAt: Date | null;
    first: bigint;
    last: bigint;
  };
  'electricity.hosted-customers': {
    customerId: bigint;
  };
  'electricity.hosted-month': {
    paid: bigint | null | undefined;
    owed: bigint | null | undefined;
    charged: bigint | null | undefined;
  };
  'electricity.insert-outage-corrections': {
  };
  'electricity.insert-outage-credit': {
    id: bigint;
  };
  'electricity.keep-adjustment': {
    id: bigint;
  };
  'electricity.keep-hosting-adjustment': {
    id: bigint;
  };
  'electricity.kept-outage-corrections': {
    machineId: bigint;
    date: string;
    usdt: bigint | null | undefined;
    prepaid: bigint | null | undefined;
    promotion: bigint | null | undefined;
    coinValue: bigint | null | undefined;
    coins: number | null | undefined;
    output: bigint | null | undefined;
    electricityRows: number | null | undefined;
  };
  'electricity.known-adjustment': {
    isSame: boolean | null | undefined;
  };
  'electricity.known-hosting-adjustment': {
    isSame: boolean | null | undefined;
  };
  'electricity.lock-paying-accounts': {
    count: bigint | null | undefined;
  };
  'electricity.machine-exists': {
    id: bigint;
  };
  'electricity.machine-to-adjust': {
    customerId: bigint | null | undefined;
    machineNo: string;
    coin: string;
    isClosed: boolean | null | undefined;
  };
  'electricity.net-of-day': {
    net: bigint | null | undefined;
  };
  'electricity.newly-owing': {
    account: string;
    owed: bigint | null | undefined;
    hasTime: boolean | null | undefined;
  };
  'electricity.newly-owing-hosting': {
    account: string;
    owed: bigint | null | undefined;
  };
  'electricity.omit-of-outage-credit': {
  };
  'electricity.omitted-in-all': {
    customers: number | null | undefined;
    electricity: bigint | null | undefined;
    output: bigint | null | undefined;
  };
  'electricity.open-outage-credits': {
    id: bigint;
    siteId: bigint | null;
    machineId: bigint | null;
    from: Date;
    to: Date;
    keepsOutput: boolean;
    reason: string;
    finishedAt: Date | null;
  };
  'electricity.outage-batches-left': {
    left: number | null | undefined;
    batches: number | null | undefined;
  };
  'electricity.outage-credit': {
    id: bigint;
    siteId: bigint | null;
    machineId: bigint | null;
    from: Date;
    to: Date;
    keepsOutput: boolean;
    reason: string;
    finishedAt: Date | null;
  };
  'electricity.outage-credit-list': {
    id: bigint;
    site: string;
    machineId: bigint | null;
    machineNo: string;
    from: Date;
    to: Date;
    keepsOutput: boolean;
    left: number | null | undefined;
    reason: string;
    proposedBy: string;
    approvedBy: string;
    creditedAt: Date;
  };
  'electricity.outage-credit-totals': {
    adjusted: string;
    coin: string;
    machineDays: number | null | undefined;
    amount: bigint | null | undefined;
  };
  'electricity.outage-credits-given': {
    creditId: bigint | null;
    adjusted: string;
    coin: string;
    amount: bigint | null | undefined;
    customers: number | null | undefined;
  };
  'electricity.outage-days': {
    date: string | null | undefined;
    isClosed: boolean | null | undefined;
    network: unknown;
    btcPrice: bigint;
  };
  'electricity.outage-due': {
    machineId: bigint;
    machineNo: string;
    customerId: bigint;
    account: string;
    hasLeft: boolean | null | undefined;
    date: string | null | undefined;
    coin: string;
    secondsBefore: number | null | undefined;
    secondsAfter: number | null | undefined;
    epochsBefore: readonly number[] | null | undefined;
    epochsAfter: readonly number[] | null | undefined;
    powerWatts: number;
    price: string | null | undefined;
    owed: bigint | null | undefined;
    paid: bigint | null | undefined;
    paidPromotion: bigint | null | undefined;
    paidBtc: bigint | null | undefined;
    paidEth: bigint | null | undefined;
    paidDoge: bigint | null | undefined;
    isPaidInCoins: boolean | null | undefined;
    isElectricityByHand: boolean | null | undefined;
    hashrate: string | null | undefined;
    poolFeeRate: string | null | undefined;
    isOutputByHand: boolean | null | undefined;
  };
  'electricity.outage-omissions': {
    customerId: bigint;
    electricity: bigint;
    output: bigint;
  };
  'electricity.outage-owners': {
    id: bigint;
  };
  'electricity.outage-prices': {
    coin: string;
    date: string;
    usdt: bigint;
  };
  'electricity.outage-ranges': {
    first: bigint | null | undefined;
    last: bigint | null | undefined;
  };
  'electricity.outage-scope': {
    name: string | null | undefined;
  };
  'electricity.outlook': {
    available: bigint | null | undefined;
    owed: bigint | null | undefined;
    stopped: number | null | undefined;
    dates: readonly string[] | null | undefined;
    fees: readonly bigint[] | null | undefined;
    elsewhereTo: string | null | undefined;
  };
  'electricity.overdue': {
    machineId: bigint | null;
  };
  'electricity.overdue-customers': {
    customerId: bigint | null;
  };
  'electricity.overdue-machines': {
    machineId: bigint | null;
  };
  'electricity.owed-in-all': {
    owed: bigint | null | undefined;
  };
  'electricity.owes': {
    owes: boolean | null | undefined;
  };
  'electricity.owes-fees': {
    owes: boolean | null | undefined;
  };
  'electricity.owing': {
    id: bigint;
    account: string;
    owed: bigint | null | undefined;
  };
  'electricity.owing-in-range': {
    id: bigint;
    account: string;
    owed: bigint | null | undefined;
  };
  'electricity.own-charge-of-day': {
    charged: bigint | null | undefined;
  };
  'electricity.pay-hosting': {
    transferId: bigint | null | undefined;
    missingPrice: string | null | undefined;
  };
  'electricity.pay-mode': {
  };
  'electricity.plan-outage-anew': {
    set_config: string | null | undefined;
  };
  'electricity.plan-outage-credit': {
  };
  'electricity.post-outage-batch': {
    transferId: bigint | null | undefined;
  };
  'electricity.price-of-day': {
    usdt: bigint;
  };
  'electricity.promotion': {
    remaining: bigint;
  };
  'electricity.raise-promotion': {
  };
  'electricity.read-pay-mode': {
    mode: string;
  };
  'electricity.reserves': {
    place: number | null | undefined;
    owes: boolean | null | undefined;
    promotion: bigint | null | undefined;
    prepaid: bigint | null | undefined;
    output: bigint | null | undefined;
    usedPrepaid: bigint | null | undefined;
    usedOutput: bigint | null | undefined;
  };
  'electricity.return-outage-promotion': {
  };
  'electricity.same-outage': {
    id: bigint;
    siteId: bigint | null;
    machineId: bigint | null;
    from: Date;
    to: Date;
    keepsOutput: boolean;
    reason: string;
    finishedAt: Date | null;
  };
  'electricity.site-by-name': {
    id: bigint;
  };
  'electricity.take-outage-batch': {
    number: number;
    first: bigint;
    last: bigint;
  };
  'electricity.waive': {
  };
  'electricity.waive-hosting': {
  };
  'electricity.waive-outage': {
  };
  'electricity.warn-low': {
  };
  'exports.abandon': {
  };
  'exports.abandoned': {
    txid: string;
    outpoints: readonly string[];
  };
  'exports.insert': {
  };
  'exports.list': {
    withdrawalId: bigint;
    txid: string;
    unsigned: string;
    sinceHeight: number;
    isAbandoned: boolean | null | undefined;
    exportedAt: Date;
  };
  'exports.of-another': {
    isExportedForAnother: boolean | null | undefined;
  };
  'exports.outputs': {
    branch: string | null;
    number: number | null;
    txid: string | null;
    index: number | null;
    amount: bigint | null;
  };
  'exports.unposted': {
    withdrawalId: bigint;
    txid: string;
    unsigned: string;
    sinceHeight: number;
    isAbandoned: boolean | null | undefined;
    exportedAt: Date;
  };
  'funds-password.changed-at': {
    changedAt: Date | null;
  };
  'funds-password.count-failures': {
    count: number | null | undefined;
  };
  'funds-password.end-tokens': {
  };
  'funds-password.fail-attempt': {
    id: bigint;
  };
  'funds-password.forget-all': {
  };
  'funds-password.forget-failures': {
  };
  'funds-password.good-tokens': {
    place: number | null | undefined;
    isGood: boolean | null | undefined;
  };
  'funds-password.hash': {
    hash: string | null;
  };
  'funds-password.insert-attempt': {
    id: bigint;
  };
  'funds-password.insert-token': {
    expiresAt: Date;
  };
  'funds-password.lock-attempts': {
    pg_advisory_xact_lock: string | null | undefined;
  };
  'funds-password.newest-attempts': {
    id: bigint;
    at: Date;
    failed: boolean;
  };
  'funds-password.old-tokens': {
  };
  'funds-password.remove-attempt': {
  };
  'funds-password.still-is': {
    id: bigint;
  };
  'funds-password.use-tokens': {
  };
  'health.archive': {
    failed: bigint | null;
    archivedSeconds: bigint | null | undefined;
    isFailing: boolean | null | undefined;
  };
  'health.failed-jobs': {
    id: bigint | null | undefined;
    task: string | null | undefined;
    withdrawal: bigint | null | undefined;
    attempts: number | null | undefined;
    failedSeconds: bigint | null | undefined;
    error: string | null | undefined;
  };
  'health.job-counts': {
    waiting: bigint | null | undefined;
    oldestDueSeconds: bigint | null | undefined;
    running: bigint | null | undefined;
    failed: bigint | null | undefined;
  };
  'health.retry-job': {
    task: string | null | undefined;
  };
  'health.sessions': {
    used: number | null | undefined;
    most: number | null | undefined;
  };
  'health.workers': {
    count: number | null | undefined;
  };
  'home.mining': {
    machines: unknown;
    days: unknown;
    totals: unknown;
    yesterdayDate: string | null | undefined;
    yesterdayFee: bigint | null | undefined;
    work: unknown;
    network: unknown;
    elsewhereTo: string | null | undefined;
  };
  'house-account.balance': {
    balance: bigint | null | undefined;
  };
  'house-account.earned-revenue': {
    amount: bigint | null | undefined;
  };
  'house-account.lock': {
    pg_advisory_xact_lock: string | null | undefined;
  };
  'house-account.payable-revenue': {
    amount: bigint | null | undefined;
  };
  'identity.known-device': {
    isKnown: boolean | null | undefined;
  };
  'identity.old-attempts': {
  };
  'identity.old-codes': {
  };
  'identity.old-sessions': {
  };
  'inbox.channels': {
    kind: string | null;
    contact: string | null;
    isMailbox: boolean | null | undefined;
    isChosen: boolean | null;
  };
  'inbox.count-audience': {
    customers: number | null | undefined;
    sms: number | null | undefined;
    mail: number | null | undefined;
  };
  'inbox.delete-old': {
  };
  'inbox.group-message-standing': {
    reached: number | null | undefined;
    sent: number | null | undefined;
    read: number | null | undefined;
  };
  'inbox.is-audience': {
    isKnown: boolean | null | undefined;
  };
  'inbox.lock-unsent': {
    id: bigint;
    event: string;
    detail: unknown;
    at: Date;
    recipients: readonly string[] | null | undefined;
  };
  'inbox.mark-all-read': {
    id: bigint;
  };
  'inbox.mark-older-read': {
  };
  'inbox.mark-read': {
    id: bigint;
  };
  'inbox.mark-sent': {
  };
  'inbox.page': {
    id: bigint;
    kind: string;
    event: string;
    detail: unknown;
    target: string | null;
    targetId: bigint | null;
    at: Date;
    sentAt: Date | null;
    isRead: boolean | null | undefined;
  };
  'inbox.post-maintenance': {
    key: string | null | undefined;
    reached: number | null | undefined;
  };
  'inbox.post-messages': {
    posted: number | null | undefined;
  };
  'inbox.post-notices': {
    post_notices: number | null | undefined;
  };
  'inbox.prefer': {
  };
  'inbox.unread': {
    count: number | null | undefined;
  };
  'installation.begin-demo': {
    firstDay: string | null;
  };
  'installation.demo-first-day': {
    firstDay: string | null;
  };
  'installation.found': {
  };
  'installation.keep-offset': {
    only_row: boolean;
  };
  'installation.keep-pepper': {
    fingerprint: Buffer | null;
  };
  'installation.lock-pepper': {
    present: Buffer | null;
    previous: Buffer | null;
  };
  'installation.mark-seeded': {
    only_row: boolean;
  };
  'installation.mode': {
    mode: string;
  };
  'installation.read': {
    mode: string;
    clockOffsetHours: number;
    pepperFingerprint: Buffer | null;
    previousPepperFingerprint: Buffer | null;
    demoFirstDay: string | null;
    demoSeededAt: Date | null;
  };
  'installation.replace-pepper': {
    only_row: boolean;
  };
  'installation.under-previous-pepper': {
    kind: string | null | undefined;
    rows: bigint | null | undefined;
  };
  'installation.what': {
    hasInstallation: boolean | null | undefined;
    hasTables: boolean | null | undefined;
  };
  'jobs.add': {
    add_job: string | null | undefined;
  };
  'jobs.end-hoarders': {
    pid: number | null | undefined;
    login: string | null | undefined;
    why: string | null | undefined;
    isEnded: boolean | null | undefined;
    whyNot: string | null | undefined;
  };
  'jobs.end-lock-holders': {
    pid: number | null | undefined;
    login: string | null | undefined;
    waiting: number | null | undefined;
    isEnded: boolean | null | undefined;
    whyNot: string | null | undefined;
  };
  'jobs.release-stale-locks': {
    force_unlock_workers: string | null | undefined;
  };
  'jobs.waiting': {
    waiting: boolean | null | undefined;
  };
  'key-rotation.addresses': {
    branch: string | null | undefined;
    number: number | null | undefined;
    address: string | null | undefined;
    key: string | null | undefined;
    generation: number | null | undefined;
  };
  'key-rotation.begin': {
  };
  'key-rotation.kept-outputs': {
    id: bigint | null;
    amount: bigint | null | undefined;
    amountOfAll: bigint | null | undefined;
  };
  'key-rotation.pending': {
    moves: number | null | undefined;
    deposits: number | null | undefined;
    refills: number | null | undefined;
  };
  'key-rotation.retire': {
  };
  'key-rotation.retired': {
    generation: number;
  };
  'key-rotation.small-deposits': {
    customerId: bigint;
    coin: string;
    amount: bigint | null | undefined;
    deposits: number | null | undefined;
    customers: number | null | undefined;
  };
  'key-rotation.waiting-outputs': {
    outputs: number | null | undefined;
    amount: bigint | null | undefined;
  };
  'leaving.check': {
    check: string | null | undefined;
    subject: string | null | undefined;
    expected: string | null | undefined;
    found: string | null | undefined;
    coin: string | null | undefined;
  };
  'leaving.customer': {
    id: bigint;
    account: string;
    nickname: string;
    isClosed: boolean | null | undefined;
  };
  'leaving.departure': {
  };
  'leaving.lock-customer': {
    id: bigint;
    account: string;
    nickname: string;
    isClosed: boolean | null | undefined;
  };
  'leaving.outstanding': {
    what: string | null | undefined;
    subject: string | null | undefined;
    coin: string | null | undefined;
    amount: bigint | null | undefined;
  };
  'leaving.promotion': {
    remaining: bigint;
  };
  'leaving.rests': {
  };
  'login-attempt.fail': {
  };
  'login-attempt.forget': {
  };
  'login-attempt.insert': {
    id: bigint;
  };
  'login-attempt.lock': {
    pg_advisory_xact_lock: string | null | undefined;
  };
  'login-attempt.recent': {
    id: bigint;
    at: Date;
    failed: boolean;
  };
  'login-attempt.remove': {
  };
  'machines.add-site': {
    id: bigint;
  };
  'machines.by-number': {
    machineNo: string;
    customerId: bigint;
    model: string;
    coin: string;
    hashrate: string | null | undefined;
    hashrateUnit: string;
    powerWatts: number;
    purchaseKind: string;
    site: string;
    poolFeeRate: string | null | undefined;
    startTime: Date;
    endTime: Date | null;
    hostingFeeMonthly: bigint | null;
    purchasePrice: bigint;
  };
  'machines.check': {
    check: string | null | undefined;
    subject: string | null | undefined;
    expected: string | null | undefined;
    found: string | null | undefined;
    coin: string | null | undefined;
  };
  'machines.check-corrections': {
    check: string | null | undefined;
    subject: string | null | undefined;
    expected: string | null | undefined;
    found: string | null | undefined;
    coin: string | null | undefined;
  };
  'machines.check-tally': {
    check: string | null | undefined;
    subject: string | null | undefined;
    expected: string | null | undefined;
    found: string | null | undefined;
    coin: string | null | undefined;
  };
  'machines.check-terms': {
    check: string | null | undefined;
    subject: string | null | undefined;
    expected: string | null | undefined;
    found: string | null | undefined;
    coin: string | null | undefined;
  };
  'machines.check-terms-audit': {
    check: string | null | undefined;
    subject: string | null | undefined;
    expected: string | null | undefined;
    found: string | null | undefined;
    coin: string | null | undefined;
  };
  'machines.coming-prices': {
    siteId: bigint;
    site: string;
    tariff: string;
    price: string | null | undefined;
    from: string;
  };
  'machines.count-at-site': {
    machines: number | null | undefined;
  };
  'machines.customer-ids': {
    account: string;
    id: bigint;
  };
  'machines.days-ahead': {
    machineId: bigint | null | undefined;
    from: string | null | undefined;
  };
  'machines.days-of-due-terms': {
    day: string;
  };
  'machines.ending-soon': {
    machines: number | null | undefined;
    customers: number | null | undefined;
    first: Date | null | undefined;
  };
  'machines.first-open-day-now': {
    day: string | null | undefined;
  };
  'machines.fold-tally': {
  };
  'machines.hashrate': {
    unit: string;
    rated: string | null | undefined;
    time: Date | null | undefined;
    value: string | null | undefined;
    average: string | null | undefined;
    uptime: string | null | undefined;
  };
  'machines.hold-days': {
    day: string | null | undefined;
  };
  'machines.id-by-number': {
    id: bigint;
  };
  'machines.in-arrear': {
    machines: number | null | undefined;
    customers: number | null | undefined;
    since: Date | null | undefined;
  };
  'machines.keep-import': {
  };
  'machines.last-days': {
    date: string;
    output: bigint | null | undefined;
    fee: bigint | null | undefined;
  };
  'machines.latest-network-day': {
    date: string;
    blocks: number;
    subsidySum: bigint;
    feeSum: bigint;
    epochs: unknown;
  };
  'machines.latest-outputs': {
    coin: string;
    amount: bigint | null | undefined;
  };
  'machines.lock-any': {
    id: bigint;
    machineNo: string;
    customerId: bigint;
    status: string;
    statusSince: Date;
    endTime: Date | null;
  };
  'machines.lock-due-end': {
    machineId: bigint;
    from: string;
    at: Date | null | undefined;
  };
  'machines.lock-due-ends': {
    machineId: bigint;
    from: string;
    at: Date | null | undefined;
  };
  'machines.lock-due-start': {
    machineId: bigint;
    from: string;
    at: Date | null | undefined;
  };
  'machines.lock-due-starts': {
    machineId: bigint;
    from: string;
    at: Date | null | undefined;
  };
  'machines.lock-imports': {
    pg_advisory_xact_lock: string | null | undefined;
  };
  'machines.lock-in-arrear': {
    machineId: bigint;
    from: string;
    at: Date | null | undefined;
    to: string | null | undefined;
  };
  'machines.lock-owned': {
    id: bigint;
    machineNo: string;
    customerId: bigint;
    status: string;
    statusSince: Date;
    endTime: Date | null;
  };
  'machines.lock-running': {
    machineId: bigint;
    from: string;
    at: Date | null | undefined;
  };
  'machines.lock-terms': {
    pg_advisory_xact_lock: string | null | undefined;
  };
  'machines.model-choices': {
    id: bigint;
    name: string;
  };
  'machines.model-list': {
    id: bigint;
    name: string;
    coin: string;
    hashrate: string | null | undefined;
    hashrateUnit: string;
    powerWatts: number;
    poolFeeRate: string | null | undefined;
    machines: number | null | undefined;
  };
  'machines.models': {
    name: string;
    coin: string;
    powerWatts: number;
    hashrate: string | null | undefined;
    hashrateUnit: string;
    poolFeeRate: string | null | undefined;
  };
  'machines.move-at': {
  };
  'machines.new-machines': {
  };
  'machines.new-model': {
    id: bigint;
  };
  'machines.new-models': {
  };
  'machines.new-purchases': {
  };
  'machines.new-sites': {
  };
  'machines.number-by-id': {
    machineNo: string;
  };
  'machines.one': {
    id: bigint;
    machineNo: string;
    model: string;
    site: string;
    coin: string;
    purchaseKind: string;
    status: string;
    wantedStatus: string | null;
    contractEnded: boolean;
    expectedRunningTime: Date | null;
    lastRunningTime: Date | null | undefined;
    suspendTime: Date | null | undefined;
    repairTime: Date | null | undefined;
    arrearTime: Date | null | undefined;
    encapsulationTime: Date | null | undefined;
    startTime: Date | null | undefined;
    endTime: Date | null;
    hashrate: string | null | undefined;
    hashrateUnit: string;
    powerWatts: number;
    electricityPrice: string | null | undefined;
    poolFeeRate: string | null | undefined;
    yesterdayOutput: bigint | null | undefined;
    totalOutput: bigint | null | undefined;
    yesterdayFee: bigint | null | undefined;
    owed: bigint | null | undefined;
    owesElectricity: boolean | null | undefined;
    rank: number | null | undefined;
  };
  'machines.page': {
    id: bigint;
    machineNo: string;
    model: string;
    site: string;
    coin: string;
    purchaseKind: string;
    status: string;
    wantedStatus: string | null;
    contractEnded: boolean;
    expectedRunningTime: Date | null;
    lastRunningTime: Date | null | undefined;
    suspendTime: Date | null | undefined;
    repairTime: Date | null | undefined;
    arrearTime: Date | null | undefined;
    encapsulationTime: Date | null | undefined;
    startTime: Date | null | undefined;
    endTime: Date | null;
    hashrate: string | null | undefined;
    hashrateUnit: string;
    powerWatts: number;
    electricityPrice: string | null | undefined;
    poolFeeRate: string | null | undefined;
    yesterdayOutput: bigint | null | undefined;
    totalOutput: bigint | null | undefined;
    yesterdayFee: bigint | null | undefined;
    owed: bigint | null | undefined;
    owesElectricity: boolean | null | undefined;
    rank: number | null | undefined;
  };
  'machines.prices-of-site': {
    tariff: string;
    from: string;
    price: string | null | undefined;
  };
  'machines.prices-of-tariff': {
    day: string | null | undefined;
    price: string | null | undefined;
    since: string;
  };
  'machines.record-purchase-price': {
    machineNo: string | null | undefined;
  };
  'machines.record-status-correction': {
    correctionId: bigint | null | undefined;
    machineNo: string;
    seconds: bigint | null | undefined;
  };
  'machines.repeat-terms': {
    machineId: bigint | null | undefined;
    customerId: bigint;
    status: string | null | undefined;
    hasNewOwner: boolean | null | undefined;
    at: Date | null | undefined;
    endTime: Date | null;
  };
  'machines.running-by-coin': {
    coin: string;
    machines: bigint | null | undefined;
    hashrate: string | null | undefined;
  };
  'machines.set-price': {
  };
  'machines.set-terms': {
    written: number | null | undefined;
  };
  'machines.set-wanted-status': {
  };
  'machines.site-by-id': {
    id: bigint;
    name: string;
    machines: number | null | undefined;
    customers: number | null | undefined;
  };
  'machines.site-by-name': {
    id: bigint;
  };
  'machines.site-choices': {
    id: bigint;
    name: string;
  };
  'machines.site-list': {
    id: bigint;
    name: string;
    machines: number | null | undefined;
    customers: number | null | undefined;
  };
  'machines.sites': {
    name: string;
    id: bigint;
  };
  'machines.staff-counts': {
    status: string;
    count: number | null | undefined;
  };
  'machines.staff-days': {
    date: string;
    runningSeconds: number;
    output: bigint | null | undefined;
    fee: bigint | null | undefined;
    owed: bigint | null | undefined;
  };
  'machines.staff-list': {
    id: bigint;
    machineNo: string;
    customerId: bigint;
    account: string;
    model: string;
    site: string;
    coin: string;
    status: string;
    contractEnded: boolean;
    statusSince: Date;
    hashrate: string | null | undefined;
    hashrateUnit: string;
    output: bigint | null | undefined;
  };
  'machines.staff-moves': {
    from: string | null;
    to: string;
    at: Date;
    until: Date | null;
    by: string;
    reason: string;
    isCorrected: boolean | null | undefined;
  };
  'machines.staff-one': {
    id: bigint;
    machineNo: string;
    customerId: bigint;
    account: string;
    model: string;
    site: string;
    coin: string;
    status: string;
    contractEnded: boolean;
    statusSince: Date;
    hashrate: string | null | undefined;
    hashrateUnit: string;
    output: bigint | null | undefined;
    purchaseKind: string;
    powerWatts: number;
    poolFeeRate: string | null | undefined;
    tariff: string;
    price: string | null | undefined;
    hostingFeeMonthly: bigint | null;
    startTime: Date;
    endTime: Date | null;
    wantedStatus: string | null;
    expectedRunningTime: Date | null;
    createdAt: Date;
    owed: bigint | null | undefined;
  };
  'machines.staff-terms': {
    from: string;
    until: string | null | undefined;
    isApplied: boolean;
    customerId: bigint;
    account: string;
    site: string;
    tariff: string;
    price: string | null | undefined;
    hashrate: string | null | undefined;
    powerWatts: number;
    poolFeeRate: string | null | undefined;
    hostingFeeMonthly: bigint | null;
    endTime: Date | null;
    recordedBy: string;
  };
  'machines.status-before': {
    status: string | null | undefined;
  };
  'machines.status-corrections': {
    id: bigint;
    site: string;
    machineId: bigint | null;
    machineNo: string;
    from: Date;
    to: Date | null;
    status: string;
    machines: number;
    reason: string;
    recordedBy: string;
    approvedBy: string;
    recordedAt: Date;
  };
  'machines.status-log': {
    from: string | null | undefined;
    to: string;
    time: Date | null | undefined;
    reason: string | null | undefined;
  };
  'machines.tariff-groups': {
    account: string;
    powerWatts: number;
    machines: number | null | undefined;
    atOnce: number | null | undefined;
  };
  'machines.tariff-history': {
    tariff: string;
    from: string;
    price: string | null | undefined;
  };
  'machines.tariffs': {
    site: string;
    effectiveFrom: string;
    price: string | null | undefined;
  };
  'machines.tariffs-of-sites': {
    siteId: bigint;
    name: string;
    price: string | null | undefined;
    since: string;
    nextPrice: string | null | undefined;
    nextFrom: string;
  };
  'machines.termed': {
    id: bigint;
    machineNo: string;
    purchaseKind: string;
    coin: string;
    hashrateUnit: string;
    model: unknown;
    firstDay: string | null | undefined;
  };
  'machines.terms-history': {
    from: string;
    until: string | null | undefined;
    account: string;
    site: string;
    tariff: string;
    hashrate: string | null | undefined;
    powerWatts: number;
    poolFeeRate: string | null | undefined;
    hostingFeeMonthly: bigint | null;
    endTime: Date | null;
    onSiteFrom: string | null;
    recordedAt: Date;
    recordedBy: string;
  };
  'machines.terms-on-days': {
    machineNo: string;
    coin: string;
    day: string | null | undefined;
    account: string;
    site: string;
    tariff: string;
    price: string | null | undefined;
    hashrate: string | null | undefined;
    hashrateUnit: string;
    powerWatts: number;
    poolFeeRate: string | null | undefined;
    hostingFeeMonthly: bigint | null;
    endTime: Date | null;
    onSiteFrom: string | null;
  };
  'machines.write-moves': {
  };
  'messages.keep': {
  };
  'messages.newest': {
    to: string;
    scene: string;
    code: string | null;
    text: string;
    sent_at: Date;
  };
  'messages.queue-notices': {
    queue_notices: string | null | undefined;
  };
  'money-request.answer': {
    at: Date;
  };
  'money-request.answer-all': {
  };
  'money-request.claim': {
    at: Date;
  };
  'money-request.claim-all': {
  };
  'money-request.find': {
    inputHash: Buffer;
    answer: unknown;
  };
  'money-request.find-all': {
    place: number | null | undefined;
    inputHash: Buffer;
    answer: unknown;
  };
  'network-days.by-dates': {
    coin: string;
    date: string;
    blocks: number;
    subsidySum: bigint;
    feeSum: bigint;
    epochs: unknown;
    source: string;
  };
  'network-days.evidence': {
    blocks: number;
    subsidySum: bigint;
    feeSum: bigint;
    epochs: unknown;
    source: string;
    recordedAt: Date;
    firstHeight: number | null;
    firstHash: string | null;
    lastHeight: number | null;
    lastHash: string | null;
    output: bigint | null | undefined;
  };
  'network-days.insert': {
    date: string;
  };
  'network-days.jumps': {
    line: number | null | undefined;
    difficulty: string | null | undefined;
    date: string;
    known: string | null | undefined;
  };
  'network-days.payment': {
    from: string | null | undefined;
    to: string | null | undefined;
    paid: bigint;
    expected: bigint;
    reason: string | null;
  };
  'network-days.sums': {
    subsidySum: bigint;
    feeSum: bigint;
  };
  'offline-signing.files': {
    txid: string;
    at: Date;
    by: string;
  };
  'offline-signing.taken': {
    since: Date;
    by: string;
    reason: string;
  };
  'one-time-code.guess': {
  };
  'one-time-code.guessed-since': {
    asking: number | null | undefined;
    elsewhere: number | null | undefined;
  };
  'one-time-code.insert': {
    id: bigint;
  };
  'one-time-code.latest': {
    id: bigint;
    codeHash: Buffer | null;
    expiresAt: Date;
    wrongGuesses: number;
    wrongGuessesElsewhere: number;
    deviceId: string | null;
    usedAt: Date | null;
    subject: string;
  };
  'one-time-code.latest-of-each': {
    place: number | null | undefined;
    id: bigint;
    codeHash: Buffer | null;
    expiresAt: Date;
    wrongGuesses: number;
    wrongGuessesElsewhere: number;
    deviceId: string | null;
    usedAt: Date | null;
    subject: string;
  };
  'one-time-code.lock': {
    pg_advisory_xact_lock: string | null | undefined;
  };
  'one-time-code.nth-requests': {
    pause: Date | null | undefined;
    account: Date | null | undefined;
    device: Date | null | undefined;
    house: Date | null | undefined;
  };
  'one-time-code.sent-since': {
    count: number | null | undefined;
  };
  'one-time-code.use': {
    id: bigint;
  };
  'one-time-code.use-all': {
  };
  'passkey-challenge.answer': {
    subject: string;
  };
  'passkey-challenge.delete-old': {
  };
  'passkey-challenge.exchange': {
    expiresAt: Date;
  };
  'passkey-challenge.insert': {
  };
  'passkey-challenge.open-token': {
    isOpen: boolean | null | undefined;
  };
  'passkey-challenge.use-token': {
    customerId: bigint;
  };
  'passkey.by-credential': {
    id: bigint;
    customerId: bigint;
    publicKey: Buffer;
    counter: number | null | undefined;
  };
  'passkey.insert': {
    id: bigint;
  };
  'passkey.of-customer': {
    id: bigint;
    name: string;
    addedAt: Date;
    lastUsedAt: Date | null;
    credentialId: Buffer;
    transports: readonly string[];
  };
  'passkey.use': {
    id: bigint;
  };
  'payments.batch': {
    id: bigint;
  };
  'payments.clear-unproven': {
  };
  'payments.discard': {
  };
  'payments.earlier-outputs': {
    branch: string | null;
    number: number | null;
    txid: string | null;
    index: number | null;
    amount: bigint | null;
  };
  'payments.end-recheck': {
  };
  'payments.evict-reservations': {
  };
  'payments.finish': {
    attempt: number;
  };
  'payments.in-block': {
  };
  'payments.insert': {
    attempt: number;
  };
  'payments.insert-members': {
  };
  'payments.is-spendable': {
    isSpendable: boolean | null | undefined;
  };
  'payments.lead': {
    leadId: bigint | null;
  };
  'payments.list': {
    withdrawalId: bigint;
    attempt: number;
    network: string;
    unsigned: string;
    sinceHeight: number;
    txid: string | null;
    bytes: string | null;
    signedAt: Date | null;
    isFinal: boolean | null | undefined;
    isReorged: boolean | null | undefined;
    missingSinceHeight: number | null;
    leadId: bigint | null;
    builtAt: Date;
    confirmations: number;
    isUnproven: boolean | null | undefined;
  };
  'payments.mark-reorged': {
  };
  'payments.missing-since': {
  };
  'payments.outputs': {
    branch: string | null;
    number: number | null;
    txid: string | null;
    index: number | null;
    amount: bigint | null;
  };
  'payments.record-unproven': {
  };
  'payments.release-named-of-cold': {
  };
  'payments.release-of-cold': {
  };
  'payments.release-outpoints': {
  };
  'payments.reorged': {
    withdrawalId: bigint | null;
    attempt: number | null;
    network: string;
    unsigned: string;
    sinceHeight: number;
    txid: string | null;
    bytes: string | null;
    signedAt: Date | null;
    isFinal: boolean | null | undefined;
    isReorged: boolean | null | undefined;
    missingSinceHeight: number | null;
    leadId: bigint | null;
    builtAt: Date;
    confirmations: number;
    isUnproven: boolean | null | undefined;
    blockHash: string | null;
    wasPaid: boolean | null | undefined;
  };
  'payments.reserve-for-cold': {
  };
  'payments.reserve-outpoints': {
  };
  'payments.reserved-for-cold': {
    outpoint: string;
  };
  'payments.reserved-outpoints': {
    outpoint: string;
  };
  'payments.seen': {
  };
  'payments.spend-for-cold': {
  };
  'payments.store-signed': {
    attempt: number;
  };
  'payments.stuck': {
    id: bigint;
    number: string;
    account: string;
    coin: string;
    network: string;
    amount: bigint;
    sent: bigint | null | undefined;
    cause: string | null | undefined;
    since: Date | null | undefined;
    txid: string | null | undefined;
    attempts: number | null | undefined;
    sharedWith: number | null | undefined;
    missingBlocks: number | null | undefined;
    keptInputs: number | null | undefined;
  };
  'payments.unposted': {
    withdrawalId: bigint;
    attempt: number;
    network: string;
    unsigned: string;
    sinceHeight: number;
    txid: string | null;
    bytes: string | null;
    signedAt: Date | null;
    isFinal: boolean | null | undefined;
    isReorged: boolean | null | undefined;
    missingSinceHeight: number | null;
    leadId: bigint | null;
    builtAt: Date;
    confirmations: number;
    isUnproven: boolean | null | undefined;
  };
  'payments.unproven': {
    reason: string | null;
  };
  'payments.waiting-by-policy': {
    id: bigint;
  };
  'payouts.check': {
    check: string | null | undefined;
    subject: string | null | undefined;
    expected: string | null | undefined;
    found: string | null | undefined;
    coin: string | null | undefined;
  };
  'payouts.denied': {
    note: string;
  };
  'payouts.deny': {
    network: string;
    addressKey: string;
  };
  'pool-report.bounds': {
    line: number | null | undefined;
    date: string | null | undefined;
    coin: string | null | undefined;
    gross: bigint | null | undefined;
    hashrate: string | null | undefined;
    hashrateUnit: string;
    isOther: boolean | null | undefined;
    blocks: number;
    reward: bigint | null | undefined;
    difficulty: string | null | undefined;
  };
  'pool-report.contradictions': {
    line: number | null | undefined;
    date: string | null | undefined;
    machineNo: string | null | undefined;
    coin: string | null | undefined;
    isUnknown: boolean | null | undefined;
    gross: bigint;
    poolFee: bigint;
  };
  'pool-report.insert': {
    machineNo: string | null | undefined;
    date: string;
    coin: string;
  };
  'prices.contradictions': {
    line: number | null | undefined;
    coin: string | null | undefined;
    date: string | null | undefined;
    usdt: bigint;
  };
  'prices.fixed': {
    coin: string;
  };
  'prices.insert': {
    coin: string;
    date: string;
  };
  'prices.jumps': {
    line: number | null | undefined;
    coin: string | null | undefined;
    usdt: bigint | null | undefined;
    otherDate: string;
    otherUsdt: bigint;
  };
  'prices.newest': {
    date: string;
    usdt: bigint;
  };
  'prices.newest-of-each': {
    coin: string | null | undefined;
    date: string;
    usdt: bigint;
  };
  'rates.faults': {
    line: number | null | undefined;
    time: Date | null | undefined;
    cny: bigint | null | undefined;
    sameCny: bigint;
    otherCny: bigint;
    otherTime: Date;
  };
  'rates.insert': {
    time: Date;
  };
  'rates.newest': {
    time: Date;
    cny: bigint;
  };
  'repairs.change': {
  };
  'repairs.count-notes': {
    count: number | null | undefined;
  };
  'repairs.list': {
    id: bigint;
    machineId: bigint;
    machineNo: string;
    customerId: bigint;
    site: string;
    title: string;
    status: string;
    assignee: string;
    openedBy: string;
    openedAt: Date;
    changedAt: Date;
    version: number;
  };
  'repairs.lock': {
    id: bigint;
    machineId: bigint;
    machineNo: string;
    customerId: bigint;
    site: string;
    title: string;
    status: string;
    assignee: string;
    openedBy: string;
    openedAt: Date;
    changedAt: Date;
    version: number;
  };
  'repairs.machine': {
    id: bigint;
  };
  'repairs.note': {
    id: bigint;
  };
  'repairs.notes': {
    id: bigint;
    by: string;
    audience: string;
    text: string;
    at: Date;
  };
  'repairs.one': {
    id: bigint;
    machineId: bigint;
    machineNo: string;
    customerId: bigint;
    site: string;
    title: string;
    status: string;
    assignee: string;
    openedBy: string;
    openedAt: Date;
    changedAt: Date;
    version: number;
  };
  'repairs.open': {
    id: bigint;
  };
  'repairs.worker': {
    id: bigint;
  };
  'request-count.add': {
    key: string;
    points: number;
  };
  'request-count.forget': {
  };
  'risk-confirmation.find-all': {
    customerId: bigint;
  };
  'risk-confirmation.insert': {
  };
  'schema.functions': {
    text: string | null | undefined;
  };
  'schema.grants': {
    text: string | null | undefined;
  };
  'schema.indexes': {
    text: string | null | undefined;
  };
  'schema.tables': {
    text: string | null | undefined;
  };
  'schema.triggers': {
    text: string | null | undefined;
  };
  'schema.types': {
    text: string | null | undefined;
  };
  'schema.views': {
    text: string | null | undefined;
  };
  'sealed-days.any-elsewhere': {
    month: string | null | undefined;
  };
  'sealed-days.attach': {
    attach_days: string | null | undefined;
  };
  'sealed-days.before-postings': {
    refuse_postings_before_days: string | null | undefined;
  };
  'sealed-days.check': {
    check: string | null | undefined;
    subject: string | null | undefined;
    expected: string | null | undefined;
    found: string | null | undefined;
    coin: string | null | undefined;
  };
  'sealed-days.detach': {
    detach_days: string | null | undefined;
  };
  'sealed-days.elsewhere': {
    month: string;
  };
  'sealed-days.seal': {
    seal: Buffer | null | undefined;
  };
  'search.addresses': {
    kind: string | null | undefined;
    customerId: bigint | null | undefined;
    account: string;
    at: Date | null | undefined;
  };
  'search.customers': {
    customerId: bigint | null | undefined;
    account: string | null | undefined;
    nickname: string | null | undefined;
    status: string | null | undefined;
  };
  'search.deposits': {
    id: bigint;
    title: string;
    status: string;
    coin: string;
    amount: bigint;
    at: Date;
    customerId: bigint;
    account: string;
  };
  'search.house-transfers': {
    transferId: bigint;
    kind: string | null | undefined;
    debit: bigint;
    amount: bigint;
    at: Date;
  };
  'search.machines': {
    id: bigint;
    machineNo: string;
    status: string;
    customerId: bigint;
    account: string;
    isExact: boolean | null | undefined;
  };
  'search.phone-end': {
    customerId: bigint;
    account: string;
    nickname: string;
    status: string;
  };
  'search.transfers': {
    transferId: bigint;
    line: number;
    type: string | null | undefined;
    debit: bigint;
    amount: bigint;
    at: Date;
    customerId: bigint;
    account: string;
  };
  'search.withdrawals': {
    id: bigint;
    title: string;
    status: string;
    coin: string;
    amount: bigint;
    at: Date;
    customerId: bigint | null;
    account: string;
  };
  'second-factor.any-set': {
    customerId: bigint;
  };
  'second-factor.confirm': {
    customerId: bigint;
  };
  'second-factor.end-codes': {
  };
  'second-factor.insert-codes': {
  };
  'second-factor.keep-row': {
  };
  'second-factor.lock': {
    sealedSecret: Buffer | null;
    startedAt: Date;
    confirmedAt: Date | null;
    lastStep: number | null | undefined;
    failures: number;
    failedAt: Date | null;
    hasPasskey: boolean | null | undefined;
  };
  'second-factor.open-code': {
    isOpen: boolean | null | undefined;
  };
  'second-factor.remove': {
    id: bigint;
  };
  'second-factor.reseal': {
  };
  'second-factor.sealed': {
    customerId: bigint;
    sealedSecret: Buffer | null;
  };
  'second-factor.set-failures': {
  };
  'second-factor.start': {
    customerId: bigint;
  };
  'second-factor.state': {
    setAt: Date | null;
    codesLeft: number | null | undefined;
  };
  'second-factor.use-code': {
    customerId: bigint;
  };
  'second-factor.use-step': {
    customerId: bigint;
  };
  'security-log.chain': {
    chained: number | null | undefined;
  };
  'security-log.export': {
    number: bigint;
    line: string | null | undefined;
  };
  'security-log.head': {
    number: bigint;
    hash: Buffer;
  };
  'security-log.insert-run': {
    id: bigint;
  };
  'security-log.links': {
    number: bigint;
    eventId: bigint;
    previous: Buffer;
    hash: Buffer;
    computed: Buffer | null | undefined;
    auditId: string | null | undefined;
    hasAudit: boolean | null | undefined;
    isAuditAsItWas: boolean | null | undefined;
  };
  'security-log.newest-run': {
    at: Date | null | undefined;
  };
  'security-log.seen': {
    number: bigint;
    at: Date;
    isThere: boolean | null | undefined;
  };
  'security-log.unchained': {
    id: bigint;
  };
  'security-log.unlogged': {
    id: bigint;
  };
  'security-log.vanished': {
    id: bigint;
  };
  'security.announce': {
    add_job: string | null | undefined;
  };
  'security.announce-all': {
    add_jobs: string | null | undefined;
  };
  'security.event-of-customer': {
    id: bigint;
    at: Date;
    kind: string;
    detail: unknown;
    customerId: bigint | null;
    account: string | null;
    secondContact: string | null;
  };
  'security.insert-notice': {
    id: bigint;
  };
  'security.lock-notices': {
    pg_advisory_xact_lock: string | null | undefined;
  };
  'security.log-event': {
  };
  'security.notice-by-token': {
    eventId: bigint;
    customerId: bigint;
    account: string;
    kind: string;
    at: Date;
    detail: unknown;
    isUsed: boolean | null | undefined;
    isFrozen: boolean | null;
  };
  'security.notices-sent': {
    ofCustomer: number | null | undefined;
    ofAll: number | null | undefined;
  };
  'security.old-notices': {
  };
  'security.spend-links': {
    isSpent: boolean | null | undefined;
  };
  'session.by-token': {
    id: bigint | null;
    customer_id: bigint | null;
    account: string | null;
    device_id: string | null;
    expires_at: Date | null;
    customer_status: string | null;
  };
  'session.by-tokens': {
    place: number | null | undefined;
    id: bigint | null;
    customer_id: bigint | null;
    account: string | null;
    device_id: string | null;
    expires_at: Date | null;
    customer_status: string | null;
  };
  'session.end-all': {
    id: bigint;
  };
  'session.end-one': {
    id: bigint;
  };
  'session.live': {
    id: bigint | null;
    deviceId: string | null;
    createdAt: Date | null;
    expiresAt: Date | null;
    model: string | null;
    system: string | null;
    browser: string | null;
    network: string | null;
    lastUsedAt: Date | null;
  };
  'session.note-uses': {
  };
  'session.open': {
    id: bigint;
  };
  'settings.check': {
    check: string | null | undefined;
    subject: string | null | undefined;
    expected: string | null | undefined;
    found: string | null | undefined;
    coin: string | null | undefined;
  };
  'settings.history': {
    effectiveFrom: Date;
    value: unknown;
    changedBy: string;
    reason: string;
  };
  'settings.in-force': {
    key: string | null | undefined;
    value: unknown;
  };
  'settings.insert': {
    key: string;
  };
  'settings.limits-from': {
    at: Date | null | undefined;
    key: string | null | undefined;
    value: string | null | undefined;
  };
  'settings.versions': {
    effectiveFrom: Date;
    version: number;
    value: unknown;
    changedBy: string;
    reason: string;
    approvedBy: string | null | undefined;
  };
  'signer-journal.head': {
    head: string;
  };
  'signer-journal.highest': {
    line: number;
    head: string;
  };
  'signer-journal.keep': {
  };
  'signer-journal.newest': {
    line: number;
    at: Date;
  };
  'signing.claim': {
    channel: string;
  };
  'signing.claimed': {
    channel: string;
  };
  'signing.release': {
  };
  'signing.release-unsigned': {
  };
  'spent-challenge.forget': {
  };
  'spent-challenge.spend': {
    nonce: Buffer;
  };
  'staff-attempt.fail': {
  };
  'staff-attempt.forget': {
  };
  'staff-attempt.insert': {
    id: bigint;
  };
  'staff-attempt.lock': {
    pg_advisory_xact_lock: string | null | undefined;
  };
  'staff-attempt.recent': {
    at: Date;
    failed: boolean;
  };
  'staff-attempt.remove': {
  };
  'staff-challenge.add': {
  };
  'staff-challenge.spend': {
    challenge: string;
  };
  'staff-factors.read': {
    sealedSecret: Buffer | null | undefined;
    lastStep: number | null | undefined;
    passkeys: number | null | undefined;
  };
  'staff-passkey.add': {
    isAdded: boolean | null | undefined;
  };
  'staff-passkey.of': {
    credentialId: string;
  };
  'staff-passkey.read': {
    staffId: bigint;
    credentialId: string;
    publicKey: Buffer;
    counter: number | null | undefined;
  };
  'staff-passkey.used': {
  };
  'staff-session.by-token': {
    id: bigint;
    staffId: bigint;
    name: string;
    role: string;
    mustChoose: boolean | null | undefined;
    factor: string;
    hasFactor: boolean | null | undefined;
    lastUsedAt: Date;
    idleUntil: Date;
    expiresAt: Date;
  };
  'staff-session.end': {
    id: bigint;
  };
  'staff-session.end-replaced': {
  };
  'staff-session.hold-member': {
    isHeld: boolean | null | undefined;
  };
  'staff-session.known-device': {
    isKnown: boolean | null | undefined;
  };
  'staff-session.live': {
    id: bigint;
    factor: string;
    model: string | null;
    system: string | null;
    browser: string | null;
    network: string | null;
    createdAt: Date;
    lastUsedAt: Date;
  };
  'staff-session.open': {
    id: bigint;
  };
  'staff-session.use': {
  };
  'staff-totp.begin': {
    staffId: bigint;
  };
  'staff-totp.confirm': {
    isConfirmed: boolean | null | undefined;
  };
  'staff-totp.open': {
    sealedSecret: Buffer;
    startedAt: Date;
  };
  'staff-totp.reseal': {
  };
  'staff-totp.sealed': {
    staffId: bigint;
    sealedSecret: Buffer;
  };
  'staff-totp.use-step': {
    staffId: bigint;
  };
  'staff.active-admin': {
    id: bigint;
  };
  'staff.altered': {
    name: string | null | undefined;
    fault: string | null | undefined;
  };
  'staff.audit': {
  };
  'staff.audit-log': {
    id: bigint;
    at: Date;
    staff: string;
    approvedBy: string;
    action: string;
    subject: string;
    reason: string;
    detail: unknown;
  };
  'staff.by-id': {
    id: bigint;
    name: string;
    role: string;
    status: string;
    passwordHash: string;
    initialUntil: Date | null;
  };
  'staff.by-name': {
    id: bigint;
    name: string;
    role: string;
    status: string;
    passwordHash: string;
    initialUntil: Date | null;
  };
  'staff.change': {
    id: bigint | null | undefined;
  };
  'staff.count': {
    count: number | null | undefined;
  };
  'staff.decide-proposal': {
  };
  'staff.deciders': {
    name: string;
    role: string;
  };
  'staff.found': {
    added: number | null | undefined;
  };
  'staff.given-from': {
    set_config: string | null | undefined;
  };
  'staff.handled': {
    actions: unknown;
    isCut: boolean | null | undefined;
  };
  'staff.lock-proposer': {
    pg_advisory_xact_lock: string | null | undefined;
  };
  'staff.lock-subject': {
    pg_advisory_xact_lock: string | null | undefined;
  };
  'staff.old-attempts': {
  };
  'staff.old-challenges': {
  };
  'staff.old-sessions': {
  };
  'staff.open-actions': {
    action: string;
  };
  'staff.open-proposals': {
    id: bigint;
    action: string;
    input: unknown;
    summary: string;
    summaryZh: string | null | undefined;
    reason: string;
    outcome: string | null;
    proposedAt: Date;
    staffId: bigint;
    staffName: string;
    staffRole: string;
    staffStatus: string;
  };
  'staff.own-password': {
    isChanged: boolean | null | undefined;
  };
  'staff.proposal': {
    id: bigint;
    action: string;
    input: unknown;
    summary: string;
    summaryZh: string | null | undefined;
    reason: string;
    outcome: string | null;
    proposedAt: Date;
    staffId: bigint;
    staffName: string;
    staffRole: string;
    staffStatus: string;
  };
  'staff.proposal-decider': {
    name: string;
    at: Date | null;
  };
  'staff.proposals': {
    id: bigint;
    action: string;
    input: unknown;
    summary: string;
    summaryZh: string | null | undefined;
    reason: string;
    outcome: string | null;
    proposedAt: Date;
    staffId: bigint;
    staffName: string;
    staffRole: string;
    staffStatus: string;
  };
  'staff.propose': {
    id: bigint;
  };
  'staff.record-reseal': {
    record_staff: string | null | undefined;
  };
  'staff.role-of-open-session': {
    role: string;
  };
  'staff.same-proposal': {
    id: bigint;
  };
  'staff.waiting-proposal': {
    id: bigint;
    name: string;
  };
  'support.answer': {
    id: bigint;
  };
  'support.assign': {
  };
  'support.charge': {
    detail: unknown;
  };
  'support.close': {
  };
  'support.coin-up-order': {
    detail: unknown;
  };
  'support.demo-customer': {
    id: bigint;
    record: bigint | null | undefined;
  };
  'support.deposit': {
    detail: unknown;
  };
  'support.insert-message': {
  };
  'support.insert-thread': {
    id: bigint;
  };
  'support.interest': {
    detail: unknown;
  };
  'support.lock-customer': {
    pg_advisory_xact_lock: string | null | undefined;
  };
  'support.lock-thread': {
    id: bigint;
    customerId: bigint;
    account: string;
    about: string;
    record: string | null;
    detail: unknown;
    status: string;
    assignee: string;
    changedAt: Date;
  };
  'support.machine': {
    detail: unknown;
  };
  'support.messages': {
    id: bigint;
    isStaff: boolean | null | undefined;
    text: string;
    at: Date;
  };
  'support.open-of-record': {
    id: bigint;
  };
  'support.page': {
    id: bigint;
    about: string;
    record: string | null;
    detail: unknown;
    status: string;
    openedAt: Date;
    changedAt: Date;
    text: string;
  };
  'support.posted': {
    threadId: bigint;
    text: string;
    about: string;
    record: string | null;
  };
  'support.queue': {
    id: bigint;
    customerId: bigint;
    account: string;
    about: string;
    record: string | null;
    detail: unknown;
    status: string;
    assignee: string;
    changedAt: Date;
  };
  'support.staff-messages': {
    id: bigint;
    staff: string;
    text: string;
    at: Date;
  };
  'support.staff-thread': {
    id: bigint;
    customerId: bigint;
    account: string;
    about: string;
    record: string | null;
    detail: unknown;
    status: string;
    assignee: string;
    changedAt: Date;
  };
  'support.thread': {
    id: bigint;
    about: string;
    record: string | null;
    detail: unknown;
    status: string;
    openedAt: Date;
    changedAt: Date;
    text: string;
  };
  'support.usage': {
    openThreads: number | null | undefined;
    messages: number | null | undefined;
    inThread: number | null | undefined;
  };
  'support.withdrawal': {
    detail: unknown;
  };
  'suspense.by-txid': {
    id: bigint;
  };
  'suspense.check-by-hand': {
    check: string | null | undefined;
    subject: string | null | undefined;
    expected: string | null | undefined;
    found: string | null | undefined;
    coin: string | null | undefined;
  };
  'suspense.check-pool-payments': {
    check: string | null | undefined;
    subject: string | null | undefined;
    expected: string | null | undefined;
    found: string | null | undefined;
    coin: string | null | undefined;
  };
  'suspense.corrections': {
    coin: string | null | undefined;
    transferId: bigint;
    line: number;
    amount: bigint | null | undefined;
    day: string | null | undefined;
    countedOn: string | null | undefined;
  };
  'suspense.goes-to-suspense': {
  };
  'suspense.insert': {
  };
  'suspense.insert-pool-payment': {
    id: bigint;
  };
  'suspense.insert-pool-payment-corrections': {
  };
  'suspense.insert-pool-payment-days': {
  };
  'suspense.insert-treasury-by-hand': {
  };
  'suspense.last-closed-day': {
    date: string | null | undefined;
  };
  'suspense.list': {
    origin: string | null | undefined;
    id: bigint | null | undefined;
    network: string | null | undefined;
    coin: string | null | undefined;
    amount: bigint | null | undefined;
    address: string | null | undefined;
    purpose: string | null | undefined;
    txid: string | null | undefined;
    since: Date | null | undefined;
  };
  'suspense.lock': {
    coin: string;
    isConfirming: boolean | null | undefined;
  };
  'suspense.lock-pool-payment': {
    id: bigint;
    coin: string;
    from: string | null | undefined;
    to: string | null | undefined;
    arrivalId: bigint | null;
    paid: bigint;
    expected: bigint;
    transferId: bigint;
    isUndone: boolean | null | undefined;
  };
  'suspense.lock-reopenable': {
    coin: string;
    isPosted: boolean | null | undefined;
    stands: bigint | null | undefined;
    units: bigint | null | undefined;
    holder: string | null | undefined;
    timesReopened: number | null | undefined;
  };
  'suspense.network-of': {
    network: string;
  };
  'suspense.outputs-by-day': {
    date: string | null | undefined;
    expected: bigint | null | undefined;
  };
  'suspense.paid-day': {
    id: bigint;
    date: string | null | undefined;
  };
  'suspense.pool-payment': {
    id: bigint;
    coin: string;
    from: string | null | undefined;
    to: string | null | undefined;
    arrivalId: bigint | null;
    paid: bigint;
    expected: bigint;
    transferId: bigint;
    isUndone: boolean | null | undefined;
  };
  'suspense.pool-payments': {
    id: bigint;
    coin: string;
    from: string | null | undefined;
    to: string | null | undefined;
    arrivalId: bigint | null;
    paid: bigint;
    expected: bigint;
    corrections: bigint | null | undefined;
    varianceReason: string | null;
    isUndone: boolean | null | undefined;
  };
  'suspense.pool-standing': {
    coin: string | null | undefined;
    outputs: bigint | null | undefined;
    days: number | null | undefined;
    firstDay: string | null | undefined;
    corrections: bigint | null | undefined;
    openDay: string | null | undefined;
  };
  'suspense.staff-arrivals': {
    id: bigint;
    coin: string;
    amount: bigint | null;
    isAtPoolAddress: boolean | null | undefined;
    txid: string;
    since: Date | null;
  };
  'suspense.staff-pool-payments': {
    id: bigint;
    coin: string;
    from: string | null | undefined;
    to: string | null | undefined;
    expected: bigint;
    corrections: bigint | null | undefined;
    paid: bigint;
    reason: string | null;
    arrivalId: bigint | null;
    txid: string;
    isUndone: boolean | null | undefined;
    paidAt: Date;
  };
  'suspense.staff-report-days': {
    date: string | null | undefined;
    isClosed: boolean | null | undefined;
    missing: number | null | undefined;
    firstMissing: readonly string[] | null | undefined;
  };
  'suspense.staff-reports-come': {
    date: string | null | undefined;
    coin: string;
    machines: number | null | undefined;
    net: bigint | null | undefined;
    at: Date | null | undefined;
  };
  'suspense.staff-unpaid-days': {
    date: string | null | undefined;
    tieOut: unknown;
    paid: readonly string[] | null | undefined;
  };
  'suspense.sum': {
    amount: bigint | null | undefined;
    timesExplained: number | null | undefined;
  };
  'suspense.times-undone': {
    times: number | null | undefined;
  };
  'suspense.treasury-by-hand': {
    isSame: boolean | null | undefined;
  };
  'suspense.undo-pool-payment': {
  };
  'suspense.undo-pool-payment-corrections': {
  };
  'suspense.undo-pool-payment-days': {
  };
  'suspense.unpaid-days': {
    coin: string | null | undefined;
    date: string | null | undefined;
    outputs: bigint | null | undefined;
  };
  'sweeps.check-gas': {
    check: string | null | undefined;
    subject: string | null | undefined;
    expected: string | null | undefined;
    found: string | null | undefined;
    coin: string | null | undefined;
  };
  'sweeps.end': {
  };
  'sweeps.finish': {
  };
  'sweeps.insert': {
    id: bigint;
  };
  'sweeps.insert-payment': {
  };
  'sweeps.keep-signed': {
    attempt: number;
  };
  'sweeps.lock': {
    id: bigint;
  };
  'sweeps.open': {
    id: bigint;
    kind: string;
    addressNumber: number | null | undefined;
    signedAs: string | null;
    attempts: unknown;
  };
  'sweeps.rival': {
    id: bigint;
    kind: string;
  };
  'sweeps.spendable-bitcoin': {
    amount: bigint | null | undefined;
  };
  'sweeps.stands': {
    id: bigint;
  };
  'sweeps.unswept': {
    number: number | null;
    address: string | null;
    key: string | null;
    amount: string | null | undefined;
  };
  'sweeps.unswept-total': {
    amount: string | null | undefined;
    addresses: number | null | undefined;
  };
  'wallet.assets': {
    balances: readonly string[] | null | undefined;
    coins: readonly string[] | null | undefined;
    dates: readonly string[] | null | undefined;
    usdt: readonly bigint[] | null | undefined;
  };
  'wallet.bill-bounds': {
    since: Date;
    isArchived: boolean | null | undefined;
  };
  'wallet.bill-lines': {
    type: string | null | undefined;
    coin: string | null | undefined;
    date: string | null | undefined;
    day: string | null | undefined;
  };
  'wallet.bill-machines': {
    id: bigint;
  };
  'wallet.bill-of-address': {
    transferId: bigint | null | undefined;
    endTransferId: bigint | null | undefined;
  };
  'wallet.bill-of-number': {
    transferId: bigint;
    endTransferId: bigint | null;
  };
  'wallet.bill-of-txid': {
    transferId: bigint | null | undefined;
    endTransferId: bigint | null | undefined;
  };
  'wallet.bill-page': {
    transferId: bigint | null | undefined;
    line: bigint | null | undefined;
    place: bigint | null | undefined;
    type: string | null | undefined;
    debit: bigint | null | undefined;
    credit: bigint | null | undefined;
    amount: bigint | null | undefined;
    date: string | null | undefined;
    time: Date | null | undefined;
    machineId: bigint;
    machineNo: string;
    runningSeconds: number;
    powerWatts: number;
    price: string | null | undefined;
    rate: bigint;
    reason: string;
    withdrawalId: bigint;
    depositId: bigint;
  };
  'wallet.bill-sums': {
    coin: string | null | undefined;
    came: bigint | null | undefined;
    went: bigint | null | undefined;
  };
  'wallet.check-credits': {
    check: string | null | undefined;
    subject: string | null | undefined;
    expected: string | null | undefined;
    found: string | null | undefined;
    coin: string | null | undefined;
  };
  'wallet.customer-by-account': {
    id: bigint;
  };
  'wallet.hosting-fees': {
    id: bigint;
    machineId: bigint;
    machineNo: string;
    month: string;
    firstDay: string;
    days: number;
    monthlyFee: bigint | null;
    amount: bigint;
    owed: bigint;
    time: Date | null | undefined;
    refunds: unknown;
  };
  'wallet.ledger-page': {
    transferId: bigint;
    line: number;
    type: 'LEAVING' | 'SUSPENSE_MOVE' | 'REORG' | 'POOL_PAYMENT' | 'TREASURY_MOVE' | 'NETWORK_FEE' | 'WITHDRAWAL_FEE' | 'WITHDRAWAL_PAID' | 'INTEREST' | 'FUND_PAID_IN' | 'ADJUST_ELE' | 'ADJUST_OUTPUT' | 'WITHDRAW_OFFSET' | 'WITHDRAW_RETURN' | 'WITHDRAW' | 'INCOME_IN_USDT' | 'INCOME_IN_BTC' | 'COIN_UP_IN_USDT' | 'COIN_UP_IN_BTC' | 'COIN_UP_OUT_USDT' | 'COIN_UP_OUT_BTC' | 'RECHARGE_BTC' | 'HOSTING_FEE' | 'DAILY_PROFIT_FEEDBACK' | 'ELE_CONSUME_DOGE' | 'ELE_CONSUME_ETH' | 'ELE_CONSUME_BTC' | 'ELE_CONSUME_USDT' | 'ELE_RECHARGE' | 'ELE_INIT' | 'MINING_OUTPUT';
    debit: bigint;
    credit: bigint;
    amount: bigint;
    debitAfter: bigint | null;
    creditAfter: bigint | null;
    date: string;
    time: Date;
    machineId: bigint;
    machineNo: string;
    runningSeconds: number;
    powerWatts: number;
    price: string | null | undefined;
    rate: bigint;
    reason: string;
  };
  'wallet.ledger-page-of-electricity': {
    transferId: bigint;
    line: number;
    type: 'LEAVING' | 'SUSPENSE_MOVE' | 'REORG' | 'POOL_PAYMENT' | 'TREASURY_MOVE' | 'NETWORK_FEE' | 'WITHDRAWAL_FEE' | 'WITHDRAWAL_PAID' | 'INTEREST' | 'FUND_PAID_IN' | 'ADJUST_ELE' | 'ADJUST_OUTPUT' | 'WITHDRAW_OFFSET' | 'WITHDRAW_RETURN' | 'WITHDRAW' | 'INCOME_IN_USDT' | 'INCOME_IN_BTC' | 'COIN_UP_IN_USDT' | 'COIN_UP_IN_BTC' | 'COIN_UP_OUT_USDT' | 'COIN_UP_OUT_BTC' | 'RECHARGE_BTC' | 'HOSTING_FEE' | 'DAILY_PROFIT_FEEDBACK' | 'ELE_CONSUME_DOGE' | 'ELE_CONSUME_ETH' | 'ELE_CONSUME_BTC' | 'ELE_CONSUME_USDT' | 'ELE_RECHARGE' | 'ELE_INIT' | 'MINING_OUTPUT';
    debit: bigint;
    credit: bigint;
    amount: bigint;
    debitAfter: bigint | null;
    creditAfter: bigint | null;
    date: string;
    time: Date;
    machineId: bigint;
    machineNo: string;
    runningSeconds: number;
    powerWatts: number;
    price: string | null | undefined;
    rate: bigint;
    reason: string;
  };
  'wallet.ledger-page-of-type': {
    transferId: bigint;
    line: number;
    type: 'LEAVING' | 'SUSPENSE_MOVE' | 'REORG' | 'POOL_PAYMENT' | 'TREASURY_MOVE' | 'NETWORK_FEE' | 'WITHDRAWAL_FEE' | 'WITHDRAWAL_PAID' | 'INTEREST' | 'FUND_PAID_IN' | 'ADJUST_ELE' | 'ADJUST_OUTPUT' | 'WITHDRAW_OFFSET' | 'WITHDRAW_RETURN' | 'WITHDRAW' | 'INCOME_IN_USDT' | 'INCOME_IN_BTC' | 'COIN_UP_IN_USDT' | 'COIN_UP_IN_BTC' | 'COIN_UP_OUT_USDT' | 'COIN_UP_OUT_BTC' | 'RECHARGE_BTC' | 'HOSTING_FEE' | 'DAILY_PROFIT_FEEDBACK' | 'ELE_CONSUME_DOGE' | 'ELE_CONSUME_ETH' | 'ELE_CONSUME_BTC' | 'ELE_CONSUME_USDT' | 'ELE_RECHARGE' | 'ELE_INIT' | 'MINING_OUTPUT';
    debit: bigint;
    credit: bigint;
    amount: bigint;
    debitAfter: bigint | null;
    creditAfter: bigint | null;
    date: string;
    time: Date;
    machineId: bigint;
    machineNo: string;
    runningSeconds: number;
    powerWatts: number;
    price: string | null | undefined;
    rate: bigint;
    reason: string;
  };
  'wallet.ledger-record': {
    transferId: bigint;
    line: number;
    type: 'LEAVING' | 'SUSPENSE_MOVE' | 'REORG' | 'POOL_PAYMENT' | 'TREASURY_MOVE' | 'NETWORK_FEE' | 'WITHDRAWAL_FEE' | 'WITHDRAWAL_PAID' | 'INTEREST' | 'FUND_PAID_IN' | 'ADJUST_ELE' | 'ADJUST_OUTPUT' | 'WITHDRAW_OFFSET' | 'WITHDRAW_RETURN' | 'WITHDRAW' | 'INCOME_IN_USDT' | 'INCOME_IN_BTC' | 'COIN_UP_IN_USDT' | 'COIN_UP_IN_BTC' | 'COIN_UP_OUT_USDT' | 'COIN_UP_OUT_BTC' | 'RECHARGE_BTC' | 'HOSTING_FEE' | 'DAILY_PROFIT_FEEDBACK' | 'ELE_CONSUME_DOGE' | 'ELE_CONSUME_ETH' | 'ELE_CONSUME_BTC' | 'ELE_CONSUME_USDT' | 'ELE_RECHARGE' | 'ELE_INIT' | 'MINING_OUTPUT';
    debit: bigint;
    credit: bigint;
    amount: bigint;
    debitAfter: bigint | null;
    creditAfter: bigint | null;
    date: string;
    time: Date;
    machineId: bigint;
    machineNo: string;
    runningSeconds: number;
    powerWatts: number;
    price: string | null | undefined;
    rate: bigint;
    reason: string;
  };
  'wallet.of-session': {
    wallet: string | null | undefined;
  };
  'wallet.of-sessions': {
    place: number | null | undefined;
    wallet: string | null | undefined;
  };
  'wallet.outputs': {
    machineId: bigint;
    machineNo: string;
    date: string;
    coin: string;
    hashrate: string | null | undefined;
    hashrateUnit: string;
    runningSeconds: number;
    epochSeconds: readonly number[] | null;
    poolFeeRate: string | null | undefined;
    gross: bigint;
    poolFee: bigint;
    net: bigint;
    fee: bigint | null | undefined;
    firstHeight: number | null;
    lastHeight: number | null;
    blocks: number;
    epochs: unknown;
    subsidySum: bigint;
    feeSum: bigint;
    source: string;
  };
  'wallet.outputs-of-coin': {
    machineId: bigint;
    machineNo: string;
    date: string;
    coin: string;
    hashrate: string | null | undefined;
    hashrateUnit: string;
    runningSeconds: number;
    epochSeconds: readonly number[] | null;
    poolFeeRate: string | null | undefined;
    gross: bigint;
    poolFee: bigint;
    net: bigint;
    fee: bigint | null | undefined;
    firstHeight: number | null;
    lastHeight: number | null;
    blocks: number;
    epochs: unknown;
    subsidySum: bigint;
    feeSum: bigint;
    source: string;
  };
  'wallet.outputs-of-machine': {
    machineId: bigint;
    machineNo: string;
    date: string;
    coin: string;
    hashrate: string | null | undefined;
    hashrateUnit: string;
    runningSeconds: number;
    epochSeconds: readonly number[] | null;
    poolFeeRate: string | null | undefined;
    gross: bigint;
    poolFee: bigint;
    net: bigint;
    fee: bigint | null | undefined;
    firstHeight: number | null;
    lastHeight: number | null;
    blocks: number;
    epochs: unknown;
    subsidySum: bigint;
    feeSum: bigint;
    source: string;
  };
  'wallet.outputs-of-machine-and-coin': {
    machineId: bigint;
    machineNo: string;
    date: string;
    coin: string;
    hashrate: string | null | undefined;
    hashrateUnit: string;
    runningSeconds: number;
    epochSeconds: readonly number[] | null;
    poolFeeRate: string | null | undefined;
    gross: bigint;
    poolFee: bigint;
    net: bigint;
    fee: bigint | null | undefined;
    firstHeight: number | null;
    lastHeight: number | null;
    blocks: number;
    epochs: unknown;
    subsidySum: bigint;
    feeSum: bigint;
    source: string;
  };
  'wallet.statement-first-rows': {
    transferId: bigint | null | undefined;
    businessDate: string | null | undefined;
    time: Date | null | undefined;
    account: bigint | null | undefined;
    coin: string | null | undefined;
    type: 'LEAVING' | 'SUSPENSE_MOVE' | 'REORG' | 'POOL_PAYMENT' | 'TREASURY_MOVE' | 'NETWORK_FEE' | 'WITHDRAWAL_FEE' | 'WITHDRAWAL_PAID' | 'INTEREST' | 'FUND_PAID_IN' | 'ADJUST_ELE' | 'ADJUST_OUTPUT' | 'WITHDRAW_OFFSET' | 'WITHDRAW_RETURN' | 'WITHDRAW' | 'INCOME_IN_USDT' | 'INCOME_IN_BTC' | 'COIN_UP_IN_USDT' | 'COIN_UP_IN_BTC' | 'COIN_UP_OUT_USDT' | 'COIN_UP_OUT_BTC' | 'RECHARGE_BTC' | 'HOSTING_FEE' | 'DAILY_PROFIT_FEEDBACK' | 'ELE_CONSUME_DOGE' | 'ELE_CONSUME_ETH' | 'ELE_CONSUME_BTC' | 'ELE_CONSUME_USDT' | 'ELE_RECHARGE' | 'ELE_INIT' | 'MINING_OUTPUT' | null | undefined;
    amount: bigint | null | undefined;
    date: string | null | undefined;
    machineNo: string;
    runningSeconds: number;
    powerWatts: number;
    price: string | null | undefined;
    rate: bigint;
    principal: bigint;
    ratePpm: number;
  };
  'wallet.statement-rows': {
    transferId: bigint | null | undefined;
    businessDate: string | null | undefined;
    time: Date | null | undefined;
    account: bigint | null | undefined;
    coin: string | null | undefined;
    type: 'LEAVING' | 'SUSPENSE_MOVE' | 'REORG' | 'POOL_PAYMENT' | 'TREASURY_MOVE' | 'NETWORK_FEE' | 'WITHDRAWAL_FEE' | 'WITHDRAWAL_PAID' | 'INTEREST' | 'FUND_PAID_IN' | 'ADJUST_ELE' | 'ADJUST_OUTPUT' | 'WITHDRAW_OFFSET' | 'WITHDRAW_RETURN' | 'WITHDRAW' | 'INCOME_IN_USDT' | 'INCOME_IN_BTC' | 'COIN_UP_IN_USDT' | 'COIN_UP_IN_BTC' | 'COIN_UP_OUT_USDT' | 'COIN_UP_OUT_BTC' | 'RECHARGE_BTC' | 'HOSTING_FEE' | 'DAILY_PROFIT_FEEDBACK' | 'ELE_CONSUME_DOGE' | 'ELE_CONSUME_ETH' | 'ELE_CONSUME_BTC' | 'ELE_CONSUME_USDT' | 'ELE_RECHARGE' | 'ELE_INIT' | 'MINING_OUTPUT' | null | undefined;
    amount: bigint | null | undefined;
    date: string | null | undefined;
    machineNo: string;
    runningSeconds: number;
    powerWatts: number;
    price: string | null | undefined;
    rate: bigint;
    principal: bigint;
    ratePpm: number;
  };
  'wallet.statement-sums': {
    account: bigint | null | undefined;
    opening: bigint | null | undefined;
    taken: bigint | null | undefined;
    given: bigint | null | undefined;
    lines: number | null | undefined;
    later: bigint | null | undefined;
    posted: bigint | null | undefined;
  };
  'wei-remainder.add': {
    total: string | null | undefined;
  };
  'wei-remainder.list': {
    rest: string | null | undefined;
  };
  'wei-remainder.take-back': {
    total: string | null | undefined;
  };
  'withdrawals.add-address': {
    id: bigint | null | undefined;
    network: string | null | undefined;
    addressKey: string | null | undefined;
    label: string | null | undefined;
    addedAt: Date | null | undefined;
  };
  'withdrawals.addresses': {
    id: bigint;
    network: string;
    addressKey: string;
    label: string;
    addedAt: Date;
  };
  'withdrawals.addresses-since': {
    place: number | null | undefined;
    addedAt: Date;
  };
  'withdrawals.approvals': {
    approvalRequest: unknown;
    approval: unknown;
    isAutoApproved: boolean | null | undefined;
    at: Date | null | undefined;
    part: string | null | undefined;
  };
  'withdrawals.approver-key': {
    sealedKey: unknown;
  };
  'withdrawals.ask-cancellation': {
    id: bigint;
  };
  'withdrawals.auto-approvals': {
    id: bigint;
    customerId: bigint | null;
    coin: string;
    amount: bigint;
    phase: string;
    at: Date;
    precedent: bigint;
    revokedReason: string | null;
  };
  'withdrawals.auto-approved-total': {
    total: bigint | null | undefined;
  };
  'withdrawals.awaiting-approval': {
    id: bigint;
  };
  'withdrawals.broadcast-timeline-step': {
  };
  'withdrawals.by-id': {
    id: bigint;
    number: string;
    customerId: bigint | null;
    destinationId: bigint | null;
    coin: string;
    network: string;
    addressKey: string;
    amount: bigint;
    fee: bigint;
    phase: string;
    remark: string | null;
    appliedAt: Date;
    steps: unknown;
    txid: string | null | undefined;
    outputIndex: number | null | undefined;
    confirmations: number | null | undefined;
    isCancelling: boolean | null | undefined;
    offsetToOwed: bigint | null | undefined;
  };
  'withdrawals.by-number': {
    id: bigint;
    number: string;
    customerId: bigint | null;
    destinationId: bigint | null;
    coin: string;
    network: string;
    addressKey: string;
    amount: bigint;
    fee: bigint;
    phase: string;
    remark: string | null;
    appliedAt: Date;
  };
  'withdrawals.by-transfer': {
    id: bigint;
  };
  'withdrawals.cancellation': {
    requestId: string | null;
  };
  'withdrawals.check-pending': {
    check: string | null | undefined;
    subject: string | null | undefined;
    expected: string | null | undefined;
    found: string | null | undefined;
    coin: string | null | undefined;
  };
  'withdrawals.check-postings': {
    check: string | null | undefined;
    subject: string | null | undefined;
    expected: string | null | undefined;
    found: string | null | undefined;
    coin: string | null | undefined;
  };
  'withdrawals.check-states': {
    check: string | null | undefined;
    subject: string | null | undefined;
    expected: string | null | undefined;
    found: string | null | undefined;
    coin: string | null | undefined;
  };
  'withdrawals.count-notes': {
    notes: number | null | undefined;
    isNoted: boolean | null | undefined;
  };
  'withdrawals.customer-holds': {
    reason: string | null | undefined;
    until: Date | null | undefined;
    about: string | null | undefined;
  };
  'withdrawals.deposits-to-claw-back': {
    id: bigint | null;
    coin: string | null;
    amount: bigint | null;
  };
  'withdrawals.device': {
    deviceId: string | null;
  };
  'withdrawals.drop-cancellation': {
  };
  'withdrawals.find': {
    id: bigint;
    number: string;
    customerId: bigint | null;
    destinationId: bigint | null;
    coin: string;
    network: string;
    addressKey: string;
    amount: bigint;
    fee: bigint;
    phase: string;
    remark: string | null;
    appliedAt: Date;
  };
  'withdrawals.freeze-reasons': {
    reason: string;
  };
  'withdrawals.guard': {
    isActive: boolean | null;
    isFrozen: boolean | null;
    passwordChangedAt: Date | null;
    contactHeldUntil: Date | null;
    secondFactorHeldUntil: Date | null;
  };
  'withdrawals.has-note': {
    hasNote: boolean | null | undefined;
  };
  'withdrawals.hold-facts': {
    place: number | null | undefined;
    isFrozen: boolean | null;
    passwordChangedAt: Date | null;
    contactHeldUntil: Date | null;
    secondFactorHeldUntil: Date | null;
    deviceSince: Date | null;
    isFirstDevice: boolean | null | undefined;
  };
  'withdrawals.in-payout': {
    id: bigint;
    phase: string;
    network: string;
    addressKey: string;
  };
  'withdrawals.insert': {
    id: bigint;
    number: string;
    place: number | null | undefined;
  };
  'withdrawals.insert-auto-approval': {
    withdrawal_id: bigint;
  };
  'withdrawals.insert-treasury-destination': {
    id: bigint;
  };
  'withdrawals.is-auto-approved': {
    isAutoApproved: boolean | null | undefined;
  };
  'withdrawals.is-destination-removed': {
    isRemoved: boolean | null | undefined;
  };
  'withdrawals.keep-approver-key': {
    staffId: bigint;
  };
  'withdrawals.listed-auto-approvals': {
    id: bigint;
    number: string;
    customerId: bigint | null;
    account: string;
    coin: string;
    amount: bigint;
    phase: string;
    at: Date;
    precedent: bigint;
    revokedReason: string | null;
  };
  'withdrawals.lock': {
    id: bigint;
    number: string;
    customerId: bigint | null;
    destinationId: bigint | null;
    coin: string;
    network: string;
    addressKey: string;
    amount: bigint;
    fee: bigint;
    phase: string;
    remark: string | null;
    appliedAt: Date;
  };
  'withdrawals.lock-auto-approval': {
    lock_auto_approval: string | null | undefined;
  };
  'withdrawals.lock-book': {
    pg_advisory_xact_lock: string | null | undefined;
  };
  'withdrawals.lock-screening-of': {
    pg_advisory_xact_lock: string | null | undefined;
  };
  'withdrawals.lock-signing-request': {
    pg_advisory_xact_lock: string | null | undefined;
  };
  'withdrawals.lock-treasury-destinations': {
    pg_advisory_xact_lock: string | null | undefined;
  };
  'withdrawals.note': {
  };
  'withdrawals.of-days': {
    place: number | null | undefined;
    taken: bigint | null | undefined;
  };
  'withdrawals.open-cancellations': {
    id: bigint;
  };
  'withdrawals.open-freezes': {
    id: bigint;
  };
  'withdrawals.origin-credits': {
    type: string | null | undefined;
    amount: bigint | null | undefined;
    at: Date;
  };
  'withdrawals.origin-taken': {
    account: bigint | null | undefined;
    left: bigint | null | undefined;
    at: Date;
  };
  'withdrawals.own-addresses': {
    place: number | null | undefined;
    isOwn: boolean | null | undefined;
  };
  'withdrawals.own-rows': {
    fault: string | null | undefined;
  };
  'withdrawals.page': {
    id: bigint;
    number: string;
    customerId: bigint | null;
    destinationId: bigint | null;
    coin: string;
    network: string;
    addressKey: string;
    amount: bigint;
    fee: bigint;
    phase: string;
    remark: string | null;
    appliedAt: Date;
    steps: unknown;
    txid: string | null | undefined;
    outputIndex: number | null | undefined;
    confirmations: number | null | undefined;
    isCancelling: boolean | null | undefined;
    offsetToOwed: bigint | null | undefined;
  };
  'withdrawals.paid-before': {
    count: number | null | undefined;
    total: bigint | null | undefined;
  };
  'withdrawals.payout-duration': {
    coin: string | null | undefined;
    total: number | null | undefined;
    onChain: number | null | undefined;
  };
  'withdrawals.policy-facts': {
    isProposed: boolean | null | undefined;
    wasAutoApproved: boolean | null | undefined;
    hasSigningChannel: boolean | null | undefined;
    hasOpenAlert: boolean | null | undefined;
    precedent: bigint | null | undefined;
    customerTotal: bigint | null | undefined;
    dayTotal: bigint | null | undefined;
  };
  'withdrawals.proposal': {
    staffId: bigint;
    staffName: string;
    staffStatus: string;
    approvalRequest: unknown;
  };
  'withdrawals.remove-address': {
    network: string;
    addressKey: string;
  };
  'withdrawals.remove-treasury-destination': {
    id: bigint;
  };
  'withdrawals.replay-auto-approval': {
    id: bigint;
    number: string;
    customerId: bigint | null;
    account: string;
    amount: bigint;
    date: string | null | undefined;
    appliedAt: Date;
    phase: string;
    isKnown: boolean | null | undefined;
    wasByRule: boolean | null | undefined;
  };
  'withdrawals.review': {
    at: Date;
  };
  'withdrawals.review-address': {
    firstSeen: Date | null | undefined;
    otherCustomers: number | null | undefined;
    paid: number | null | undefined;
    paidAmount: bigint | null | undefined;
    ownPaid: number | null | undefined;
    ownPaidAmount: bigint | null | undefined;
    count: number | null | undefined;
  };
  'withdrawals.review-customer': {
    account: string;
    tags: readonly string[];
    since: Date;
    machines: number | null | undefined;
    running: number | null | undefined;
  };
  'withdrawals.review-events': {
    kind: string | null | undefined;
    step: string | null | undefined;
    at: Date | null | undefined;
    by: string | null | undefined;
    text: string | null | undefined;
    approval: unknown;
  };
  'withdrawals.review-hot-coins': {
    amount: bigint | null | undefined;
  };
  'withdrawals.review-others': {
    id: bigint;
    number: string;
    at: Date;
    network: string;
    addressKey: string;
    amount: bigint;
    phase: string;
  };
  'withdrawals.review-request': {
    deviceId: string | null;
    date: string;
    label: string;
    bookSince: Date;
    txid: string | null | undefined;
    confirmations: number | null | undefined;
  };
  'withdrawals.review-totals': {
    coin: string | null | undefined;
    deposited: bigint | null | undefined;
    withdrawn: bigint | null | undefined;
  };
  'withdrawals.revoke-auto-approval': {
    withdrawal_id: bigint;
  };
  'withdrawals.screening-of': {
    id: bigint;
  };
  'withdrawals.staff-list-named': {
    id: bigint;
    number: string;
    phase: string;
    account: string;
    network: string;
    addressKey: string;
    coin: string;
    amount: bigint;
    appliedAt: Date;
    isCancelling: boolean | null | undefined;
    proposer: string | null | undefined;
  };
  'withdrawals.staff-list-newest': {
    id: bigint;
    number: string;
    phase: string;
    account: string;
    network: string;
    addressKey: string;
    coin: string;
    amount: bigint;
    appliedAt: Date;
    isCancelling: boolean | null | undefined;
    proposer: string | null | undefined;
  };
  'withdrawals.staff-list-of-address': {
    id: bigint;
    number: string;
    phase: string;
    account: string;
    network: string;
    addressKey: string;
    coin: string;
    amount: bigint;
    appliedAt: Date;
    isCancelling: boolean | null | undefined;
    proposer: string | null | undefined;
  };
  'withdrawals.staff-list-of-customer': {
    id: bigint;
    number: string;
    phase: string;
    account: string;
    network: string;
    addressKey: string;
    coin: string;
    amount: bigint;
    appliedAt: Date;
    isCancelling: boolean | null | undefined;
    proposer: string | null | undefined;
  };
  'withdrawals.staff-list-oldest': {
    id: bigint;
    number: string;
    phase: string;
    account: string;
    network: string;
    addressKey: string;
    coin: string;
    amount: bigint;
    appliedAt: Date;
    isCancelling: boolean | null | undefined;
    proposer: string | null | undefined;
  };
  'withdrawals.staff-progress': {
    phase: string;
    isProposed: boolean | null | undefined;
    isCancelling: boolean | null | undefined;
    confirmations: number | null | undefined;
    proposals: readonly string[] | null | undefined;
  };
  'withdrawals.treasury-destination': {
    id: bigint;
    name: string;
    network: string;
    address: string;
    addressKey: string;
    inForceFrom: Date;
  };
  'withdrawals.treasury-destinations': {
    id: bigint;
    name: string;
    network: string;
    address: string;
    addressKey: string;
    inForceFrom: Date;
  };
  'withdrawals.treasury-outside-wallets': {
    amount: bigint | null | undefined;
  };
  'withdrawals.treasury-payment-of-key': {
    id: bigint;
    coin: string;
    amount: bigint;
    destination: string;
  };
  'withdrawals.unfreeze': {
    wasFrozen: boolean | null | undefined;
  };
  'withdrawals.unsigned-amounts': {
    coin: string;
    amount: bigint | null | undefined;
  };
  'withdrawals.update-phase': {
    id: bigint;
  };
  'withdrawals.waiting-long': {
    id: bigint;
    number: string;
    customerId: bigint | null;
    destinationId: bigint | null;
    coin: string;
    amount: bigint;
    phase: string;
    since: Date | null | undefined;
    isProposed: boolean | null | undefined;
    isHeld: boolean | null | undefined;
    channel: string;
    txid: string | null | undefined;
    isBumpWaiting: boolean | null | undefined;
    isAutoApproved: boolean | null | undefined;
    revokedReason: string | null;
    isAbandoned: boolean | null | undefined;
  };
  'withdrawals.waiting-proposals': {
    id: bigint;
    action: string;
    by: string;
    at: Date;
  };
  'withdrawals.waiting-reviews': {
    id: bigint;
    number: string;
    account: string;
    coin: string;
    network: string;
    addressKey: string;
    amount: bigint;
    proposerId: bigint;
    proposer: string;
    since: Date | null | undefined;
  };
  'withdrawals.was-broadcast': {
    isSent: boolean | null | undefined;
  };
}
