/** `2026-11-20` of a time in UTC: contracts and terms follow the mining day. */
export const dayOf = (time: string): string => time.slice(0, 10);
