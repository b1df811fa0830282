-- Lists of machines in the console, the newest first: each walks an index to the few that are shown. How many have which status is counted in the last.
create index machine_site on machine (site_id, id desc);
create index machine_model_of on machine (model_id, id desc);
create index machine_status on machine (status, id desc);
create index machine_counts on machine (site_id, model_id, status);
