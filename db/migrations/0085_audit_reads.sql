-- The audit log is read by member, by action and by subject. Its first index by subject leaves out the lines of reading, which are most.
create index audit_log_staff on audit_log (staff_id, id desc);
create index audit_log_approver on audit_log (approved_by, id desc) where approved_by is not null;
create index audit_log_action on audit_log (action, id desc);
create index audit_log_of_subject on audit_log (subject, id desc);

-- The same as withdrawal_to_address.
drop index withdrawal_of_address;
