-- Mail templates use metadata of the account (`invited_by`, `invited_to`). Users can set that on their own account, or on
-- one that they register with another person's address. Mail programs turn text that looks like an address into a link,
-- so this inserts a space after each character that an address needs.
create function workspace_private.break_links(words text) returns text
language sql
immutable
set search_path = ''
as $$
  select left(regexp_replace(regexp_replace(words, '\s+', ' ', 'g'), '([.:/@\\\u3002\uff0e\uff61\uff1a\uff0f\uff20])(?=\S)', '\1 ', 'g'), 120);
$$;

create function workspace_private.keep_links_out_of_mails() returns trigger
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
  return new;
end;
$$;

create trigger account_keep_links_out_of_mails
before insert or update of raw_user_meta_data on auth.users
for each row execute function workspace_private.keep_links_out_of_mails();
