-- For tests: a log into which nothing can be written.
alter table workspace_private.account_activity add constraint broken check (false) not valid;
alter table workspace_private.account_activity rename column session to moved;
