import type { NoticeKind } from '../../platform/security-event.ts';

export interface Contacts {
  /** The contact that the customer logs in with. */
  account: string;
  secondContact: string | null;
}

/**
 * The contacts that get the notice: all that the event did not come through. With one contact only, that one hears of everything
 * but of codes, which it has received itself.
 */
export function recipientsOf(
  { account, secondContact }: Contacts,
  { kind, via, formerContact }: { kind: NoticeKind; via: string | null; formerContact: string | null },
): string[] {
  const cameThrough = via ?? account;
  const others = [account, secondContact].filter((one) => one !== null && one !== cameThrough);
  const alone = kind === 'CODE_SENT' ? [] : [account];
  const all = [...(others.length > 0 ? others : alone), formerContact];
  return [...new Set(all.filter((one) => one !== null))];
}
