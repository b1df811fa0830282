/** A customer account, INTEREST_FUND or TREASURY has less than was asked of it. An expected refusal: nothing was written. */
export class InsufficientFunds extends Error {
  override readonly name = 'InsufficientFunds';
  /** The account that falls short. */
  readonly account: bigint;
  constructor(account: bigint, options?: ErrorOptions) {
    super(`account ${account} has less than is asked of it`, options);
    this.account = account;
  }
}

/** The idempotency key, or the business event, was posted before with other input. An expected refusal. */
export class KeyReused extends Error {
  override readonly name = 'KeyReused';
}

/** A transfer that no ledger may post: a defect of the caller, not a refusal to show. */
export class MalformedPosting extends Error {
  override readonly name = 'MalformedPosting';
}

/** A customer who has left has no accounts to post to: nothing was written. */
export class AccountClosed extends Error {
  override readonly name = 'AccountClosed';
}

/** A hold that was never placed. */
export class UnknownHold extends Error {
  override readonly name = 'UnknownHold';
}
