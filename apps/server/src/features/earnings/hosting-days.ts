/**
 * Hosting of each machine and month, over the days that it is for: what was charged, corrections of it, and of this month what the days
 * up to the latest closed one will be charged, by the rule of the charge. A day's part of a fee is what the days up to it make, rounded
 * down, less what those before it do, so that the days add up to the charge. Reads `latest`, one date, and as parameters the customer and
 * the bounds of the machines; makes `hosting`, and of it in `to_come` what is not charged yet.
 */
export const hostingSpans = `
  hosted as materialized (
    select machine_id, month, charge.date, first_day, last_day, adjustment_id, amount, monthly_fee
    from hosting_charge charge join latest on charge.date <= latest.date
    where customer_id = $1 and machine_id between $2 and $3
  ), to_come as materialized (
    select first_day, last_day, terms.hosting_fee_monthly as fee, of_latest.days,
      case when first_day > last_day then 0
        else div(terms.hosting_fee_monthly * (last_day - first_day + 1)::numeric, of_latest.days) end as total
    from latest
    cross join lateral (
      select date_trunc('month', latest.date)::date as month,
        (date_trunc('month', latest.date) + interval '1 month')::date - date_trunc('month', latest.date)::date as days
    ) of_latest
    join machine_terms terms on terms.customer_id = $1 and terms.machine_id between $2 and $3 and terms.hosting_fee_monthly > 0
      and terms.effective_from <= latest.date and terms.effective_to > of_latest.month
    join machine on machine.id = terms.machine_id and purchase_kind = 'THIRD'
    cross join lateral (
      select coalesce(terms.on_site_from, (
        select (min(started_at) at time zone 'Asia/Shanghai')::date from machine_status_period period
        where period.machine_id = terms.machine_id and period.status not in ('WAITING', 'ENCAPSULATION')), 'infinity') as on_site
    ) arrival
    cross join lateral (
      select greatest(of_latest.month, terms.effective_from, on_site, (
          -- Of the machine, of former owners too, as the charge does.
          select max(last_day) + 1 from hosting_charge charge
          where charge.machine_id = terms.machine_id and adjustment_id is null and charge.date <= latest.date
        )) as first_day,
        least(latest.date, terms.effective_to - 1, ((terms.end_time - interval '1 microsecond') at time zone 'Asia/Shanghai')::date)
          as last_day
    ) span
    where on_site <= latest.date
  ), of_month as (
    select machine_id, month, max(date) as date, min(first_day) as first_day, max(last_day) as last_day from hosted group by machine_id, month
  ), hosting as materialized (
    select first_day, last_day, amount as total, coalesce(monthly_fee, amount) as fee,
      case when monthly_fee is null then last_day - first_day + 1 else (month + interval '1 month')::date - month end as days
    from hosted where adjustment_id is null
    union all
    select of_month.first_day, of_month.last_day, amount, amount, of_month.last_day - of_month.first_day + 1
    from hosted join of_month using (machine_id, month) where adjustment_id is not null
    union all
    select first_day, last_day, -given.amount, -given.amount, last_day - first_day + 1
    from (
      select of_month.first_day, of_month.last_day, case when adjusted_coin = 'USDT' then adjusted_amount
        else ceil(adjusted_amount::numeric * price.usdt / 100000000) end as amount
      from of_month
      join charge_adjustment given on given.machine_id = of_month.machine_id and about_date = of_month.month
        and given.customer_id = $1 and adjusted = 'hosting' and adjusted_amount > 0
      left join reference_price price on price.coin = adjusted_coin and price.date = of_month.date
    ) given
    union all
    select first_day, last_day, total, fee, days from to_come
  )`;

/** Of one span of `hosting`, through a date. */
export const hostingThrough = (date: string) => `case
  when ${date} >= last_day then total
  when ${date} < first_day then 0
  else div(fee::numeric * (${date} - first_day + 1), hosting.days) end`;
