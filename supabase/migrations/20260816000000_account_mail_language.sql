-- Mail templates compare `language` with texts. With a number or a list, the comparison fails, and the auth service sends no mail: someone
-- with an open session could silence the mails about a change of the account, and the ones that recover it.
create or replace function workspace_private.keep_links_out_of_mails() returns trigger
language plpgsql
set search_path = ''
as $$
declare
  word text;
begin
  foreach word in array array['invited_by', 'invited_to'] loop
    if jsonb_typeof(new.raw_user_meta_data -> word) = 'string' then
      new.raw_user_meta_data := jsonb_set(new.raw_user_meta_data, array[word], to_jsonb(workspace_private.break_links(new.raw_user_meta_data ->> word)));
    elsif new.raw_user_meta_data ? word then
      new.raw_user_meta_data := new.raw_user_meta_data - word;
    end if;
  end loop;
  if jsonb_typeof(new.raw_user_meta_data -> 'language') <> 'string' then
    new.raw_user_meta_data := new.raw_user_meta_data - 'language';
  end if;
  return new;
end;
$$;

update auth.users set raw_user_meta_data = raw_user_meta_data - 'language'
where jsonb_typeof(raw_user_meta_data -> 'language') <> 'string';
