/** The phase as the columns `status`, `third_status` and `is_offset` hold it. */
export function phaseColumn(alias: string): string {
  return `case when ${alias}.is_offset then 'OFFSET'
    when ${alias}.status = 'WAITING' then 'AWAITING_APPROVAL'
    when ${alias}.status in ('REJECTED', 'CANCELLED') then ${alias}.status
    else case ${alias}.third_status when 'WAITING' then 'APPROVED' when 'KYT_VERIFICATION' then 'SCREENING'
      when 'APPROVAL_TO_BE_SIGNED' then 'SIGNING' when 'IN_PAYMENT' then 'BROADCAST' when 'SUCCESS' then 'PAID' else 'FAILED' end end`;
}

/** The assignments that store the phase in parameter `value`. */
export function setPhase(value: string): string {
  return `is_offset = ${value}::text = 'OFFSET',
       status = case ${value}::text when 'AWAITING_APPROVAL' then 'WAITING' when 'REJECTED' then 'REJECTED' when 'CANCELLED' then 'CANCELLED' else 'SUCCESS' end,
       third_status = case ${value}::text when 'APPROVED' then 'WAITING' when 'SCREENING' then 'KYT_VERIFICATION' when 'SIGNING' then 'APPROVAL_TO_BE_SIGNED'
         when 'BROADCAST' then 'IN_PAYMENT' when 'PAID' then 'SUCCESS' when 'FAILED' then 'FAILED' end`;
}
