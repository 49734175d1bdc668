-- Recovery codes as supabase-js documents them (auth.mfa.recoveryCodes). GoTrue's tables for them are not published.
alter type auth.factor_type add value 'recovery_code';

create table local_supabase.recovery_codes (
  factor_id uuid not null references auth.mfa_factors (id) on delete cascade,
  -- SHA-256. The codes are random, so that a slow hash would add nothing.
  code_hash bytea not null,
  used_at timestamptz,
  primary key (factor_id, code_hash)
);

-- Wrong codes in a row, and when the last of them was entered.
create table local_supabase.recovery_code_failures (
  factor_id uuid primary key references auth.mfa_factors (id) on delete cascade,
  count int not null,
  last_at timestamptz not null default now()
);
