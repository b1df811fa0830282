import { AccountClosed, InsufficientFunds, KeyReused, MalformedPosting, UnknownHold } from '../core/errors.ts';

/** The fields of a PostgreSQL error that tell what the ledger meant. */
interface DatabaseError extends Error {
  code?: string;
  detail?: string;
  schema?: string;
  constraint?: string;
}

const notNull = '23502';
const checkViolation = '23514';
const unknownEnumValue = '22P02';

/**
 * The error that a refusal of the ledger's functions means; any other error is returned as it came. For callers whose
 * own statement contains a call of the ledger: `catch (error) { throw ledgerError(error) }`.
 */
export function ledgerError(error: unknown): unknown {
  if (!(error instanceof Error)) return error;
  const { code, detail, schema, constraint } = error as DatabaseError;
  const cause = { cause: error };
  if (code === 'LD001') return new InsufficientFunds(BigInt(detail ?? 0), cause);
  if (code === 'LD002') return new KeyReused(error.message, cause);
  if (code === 'LD003' || code === unknownEnumValue) return new MalformedPosting(error.message, cause);
  if (code === 'LD004') return new UnknownHold(error.message, cause);
  if (constraint === 'closed_account_is_empty')
    return new AccountClosed('the customer has left: the accounts are closed', cause);
  if ((code === notNull || code === checkViolation) && schema === 'ledger')
    return new MalformedPosting(error.message, cause);
  return error;
}
