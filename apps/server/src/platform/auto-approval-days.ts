/** After how many days a destination counts as known: the bounds of the setting and of the command that changes it. */
export const knownDaysRange = { min: 1, max: 365 };
