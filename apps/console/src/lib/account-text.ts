/** A phone number or a mail address, as people type one. */
export const isAccountText = (typed: string): boolean => /^(\+?\d[\d -]{5,20}|\S+@\S+)$/.test(typed);

/** What an address may hold of a search: an account that was put there by hand is sent nowhere. */
export const withoutAccount = (find: string | undefined): string | undefined =>
  find !== undefined && isAccountText(find.trim()) ? undefined : find;
