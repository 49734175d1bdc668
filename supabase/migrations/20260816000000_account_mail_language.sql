-- Mail templates compare `language` with texts. With a number or a list, the comparison fails, and the auth service sends no mail: someone
-- with an open session could silence the mails about a change of the account, and the ones that recover it.
create function workspace_private.keep_mail_language_a_text() returns trigger
language plpgsql
set search_path = ''
as $$
begin
  if jsonb_typeof(new.raw_user_meta_data -> 'language') <> 'string' then
    new.raw_user_meta_data := new.raw_user_meta_data - 'language';
  end if;
  return new;
end;
$$;

create trigger account_keep_mail_language_a_text
before insert or update of raw_user_meta_data on auth.users
for each row execute function workspace_private.keep_mail_language_a_text();

update auth.users set raw_user_meta_data = raw_user_meta_data - 'language'
where jsonb_typeof(raw_user_meta_data -> 'language') <> 'string';
