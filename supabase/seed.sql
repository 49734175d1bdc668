-- Sample data: two users, a board that they share, and a board of Ada's own. For local databases only
-- (`supabase db reset`, `local-supabase start --seed supabase/seed.sql`), because this file shows the passwords.
-- Log in as ada@example.com or grace@example.com with the password "a first look".
insert into auth.users (
  instance_id, id, aud, role, email, encrypted_password, email_confirmed_at, raw_app_meta_data, raw_user_meta_data,
  confirmation_token, recovery_token, email_change, email_change_token_new, created_at, updated_at
)
select
  '00000000-0000-0000-0000-000000000000', id::uuid, 'authenticated', 'authenticated', email,
  extensions.crypt('a first look', extensions.gen_salt('bf')), now(),
  '{"provider": "email", "providers": ["email"]}', jsonb_build_object('name', name, 'sub', id, 'email', email, 'email_verified', true),
  '', '', '', '', now(), now()
from (
  values
    ('5eed0000-0000-4000-8000-00000000000a', 'ada@example.com', 'Ada'),
    ('5eed0000-0000-4000-8000-00000000000b', 'grace@example.com', 'Grace')
) people (id, email, name);

insert into auth.identities (provider_id, user_id, identity_data, provider, last_sign_in_at, created_at, updated_at)
select id::text, id, jsonb_build_object('sub', id, 'email', email, 'email_verified', true, 'phone_verified', false), 'email', now(), now(), now()
from auth.users where id::text like '5eed0000-%';

insert into public.workspace_boards (id, owner, name, tint)
values
  ('5eed0000-0000-4000-8000-0000000000a1', '5eed0000-0000-4000-8000-00000000000a', 'Garden party', 'green'),
  ('5eed0000-0000-4000-8000-0000000000a2', '5eed0000-0000-4000-8000-00000000000a', 'Books to read', 'violet');

insert into public.workspace_members (board, person)
values ('5eed0000-0000-4000-8000-0000000000a1', '5eed0000-0000-4000-8000-00000000000b');

-- The last one comes first on the board.
insert into public.workspace_notes (board, author, title, body, done)
select ('5eed0000-0000-4000-8000-0000000000a' || board)::uuid, ('5eed0000-0000-4000-8000-00000000000' || author)::uuid, title, body, done
from (
  values
    (1, 'b', 'Music', 'Grace brings the loudspeaker; everybody brings one song.', false),
    (1, 'a', 'If it rains', 'The neighbours lend us their barn. Call them the evening before.', false),
    (1, 'b', 'Cake', 'Two of apple, one of plum.', false),
    (1, 'a', 'Lanterns', 'They are in the attic, behind the skis.', true),
    (1, 'a', 'Invite the neighbours', 'All of number 12 to 18.', true),
    (2, 'a', 'The Analytical Engine', 'Again, and with pencil this time.', false),
    (2, 'a', 'A book about bees', '', false)
) notes (board, author, title, body, done);
