/** Most differences that one check prints: the rest is counted. */
export const listed = 20;
/** Most characters of each part of a line: some name every transfer of a customer. */
const longest = 2000;

/**
 * A query for differences that name no coin, cut to the first few of each check, with the number of the others on the last of them:
 * however much is wrong, little is read.
 */
export function limited(differences: string): string {
  return cut(`select "check", subject, expected, found, null::text as coin from (${differences}) unnamed`);
}

/** As `limited`, for a query with a column `coin`: the coin whose books are wrong, null where that is not certain. */
export function limitedByCoin(differences: string): string {
  return cut(differences);
}

/** The last line of a check that was cut names no coin: what is not listed may be of any. */
function cut(differences: string): string {
  return `
  select "check", subject, expected,
    case when nth = ${listed} and total > nth then concat(found, ' (', total - nth, ' more of this check)') else found end as found,
    case when nth < ${listed} or total = nth then coin end as coin
  from (
    select "check", left(subject, ${longest}) as subject, left(expected, ${longest}) as expected, left(found, ${longest}) as found, coin,
      row_number() over of_check as nth, count(*) over (partition by "check") as total
    from (${differences}) difference window of_check as (partition by "check" order by subject)
  ) numbered
  where nth <= ${listed}`;
}
