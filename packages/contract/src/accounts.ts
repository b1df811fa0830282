/**
 * How customers are named: a mainland phone number or an e-mail address. Server and client judge by these same functions.
 */

const phone = /^1[3-9][0-9]{9}$/;
const email = /^[A-Za-z0-9_.+-]+@[A-Za-z0-9-]+(\.[A-Za-z0-9-]+)+$/;
const longestAccount = 128;

export function isPhone(text: string): boolean {
  return phone.test(text);
}

/** Loose on purpose: what stands behind the @ is proved by the code that arrives there. */
export function isEmail(text: string): boolean {
  return text.length <= longestAccount && email.test(text);
}

/** The one spelling of an account: no surrounding blanks, e-mail in lower case. Null when it is neither phone nor e-mail. */
export function normaliseAccount(typed: string): string | null {
  const account = typed.trim();
  if (isPhone(account)) return account;
  return isEmail(account) ? account.toLowerCase() : null;
}

const shownAtStart = 3;
const phoneTailFrom = 9;

/**
 * An account as screens show it: `138****78`, `abc****@x.com`. A local part shorter than three letters shows what it
 * has and nothing of the domain in its place.
 */
export function maskAccount(account: string): string {
  const at = account.lastIndexOf('@');
  return at < 0
    ? `${account.slice(0, shownAtStart)}****${account.slice(phoneTailFrom)}`
    : `${account.slice(0, Math.min(shownAtStart, at))}****${account.slice(at)}`;
}

/** 8 to 64 characters with at least one letter and one digit. */
export function isPassword(text: string): boolean {
  const length = [...text].length;
  return length >= 8 && length <= 64 && /[A-Za-z]/.test(text) && /[0-9]/.test(text);
}
