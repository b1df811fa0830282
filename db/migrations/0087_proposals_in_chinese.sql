-- What the second person reads, also in Chinese: commands print the one, the console shows the other. Null in proposals of before.

alter table staff_proposal add column summary_zh text check (length(summary_zh) between 1 and 4000);
