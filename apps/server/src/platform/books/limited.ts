/** Most differences that one check prints: the rest is counted. */
const listed = 20;

/**
 * A query for differences, cut to the first few of each check, with their number on the last of them: however much is wrong, little is
 * held in memory.
 */
export function limited(differences: string): string {
  return `
  select "check", subject, expected,
    case when nth = ${listed} and total > nth then concat(found, ' (', total - nth, ' more of this check)') else found end as found
  from (
    select "check", subject, expected, found, row_number() over of_check as nth, count(*) over (partition by "check") as total
    from (${differences}) difference window of_check as (partition by "check" order by subject)
  ) numbered
  where nth <= ${listed}`;
}
