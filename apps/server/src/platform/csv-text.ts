/** A spreadsheet runs what begins like this; a quote in front makes it the words that it is. */
const runs = /^[=+\-@\t\r\n\uff1d\uff0b\uff0d\uff20]/;

/** A text that is not ours alone, as a cell of a CSV file. */
export function csvText(given: string): string {
  const text = runs.test(given) ? `'${given}` : given;
  return /[",\r\n]/.test(text) ? `"${text.replaceAll('"', '""')}"` : text;
}
