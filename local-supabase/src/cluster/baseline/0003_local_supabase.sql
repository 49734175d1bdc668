-- What this backend keeps for itself. No API role may look in.
create schema local_supabase;
revoke all on schema local_supabase from public;

create table local_supabase.signing_keys (
  kid uuid primary key,
  private_jwk jsonb not null,
  created_at timestamptz not null default now()
);

create table local_supabase.inbox_messages (
  id uuid primary key,
  position bigserial unique,
  channel text not null check (channel in ('email', 'sms')),
  sender text not null,
  recipient text not null,
  subject text not null,
  text_part text not null,
  html_part text,
  created_at timestamptz not null default now()
);
create index inbox_messages_recipient_idx on local_supabase.inbox_messages (recipient, position desc);

create table local_supabase.seeds (
  name text primary key,
  seeded_at timestamptz not null default now()
);
