-- The release store of a site: the live release of each remote, the log of all moves, the stored releases, and the teams with
-- their rights. Only the site's server uses it, with the secret key, through functions in `public` (see the next migration).
-- The schema is not exposed, every table has row-level security without a policy, and no other role has any grant.
create schema atrium;
revoke all on schema atrium from public, anon, authenticated;

-- Always one row, so that moving a pointer has a row to lock.
create table atrium.registry (
  id boolean primary key default true check (id),
  revision bigint not null default 0 check (revision >= 0),
  -- As the package `releases` writes it; null before the first move.
  document jsonb,
  changed_at timestamptz not null default now(),
  check (document is null or (document ->> 'revision')::bigint = revision)
);
insert into atrium.registry default values;

-- One entry per revision, kept permanently.
create table atrium.log (
  revision bigint primary key check (revision > 0),
  name text not null,
  entry jsonb not null,
  check ((entry ->> 'revision')::bigint = revision and entry ->> 'name' = name)
);
create index log_name_revision on atrium.log (name, revision desc);

-- Every upload has keys of its own, so that removing an old upload cannot affect a new one of the same release.
create table atrium.uploads (
  id uuid primary key,
  -- In the bucket atrium-releases.
  keys text[] not null,
  began_at timestamptz not null default now(),
  -- Set when no release needs the files any more.
  abandoned boolean not null default false
);

create table atrium.releases (
  name text not null,
  release text not null,
  -- Stored as text, because it is compared byte by byte.
  manifest text not null,
  inspection jsonb not null,
  trial jsonb not null,
  upload uuid not null unique references atrium.uploads (id),
  -- The compressed copies of each file, by path.
  copies jsonb not null,
  bytes bigint not null check (bytes >= 0),
  stored_at timestamptz not null default now(),
  primary key (name, release)
);

create table atrium.teams (
  team text primary key,
  remotes text[] not null check (cardinality(remotes) > 0)
);

create table atrium.team_tokens (
  id text primary key,
  team text not null references atrium.teams (team),
  -- SHA-256 of the secret, in base64. The secret itself is not stored.
  hash text not null,
  created timestamptz not null,
  expires timestamptz
);
create index team_tokens_team on atrium.team_tokens (team);

alter table atrium.registry enable row level security;
alter table atrium.log enable row level security;
alter table atrium.uploads enable row level security;
alter table atrium.releases enable row level security;
alter table atrium.teams enable row level security;
alter table atrium.team_tokens enable row level security;
revoke all on all tables in schema atrium from public, anon, authenticated;

-- The files. Browsers get them from the site's server, so no other role may read them here.
insert into storage.buckets (id, name, public) values ('atrium-releases', 'atrium-releases', false);
