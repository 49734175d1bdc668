-- The API keys of this project. Keys that everyone knows would let any web page in the developer's browser read all rows.
create table local_supabase.api_keys (
  publishable text not null,
  secret text not null,
  -- Signs the legacy keys, and any other HS256 token.
  jwt_secret text not null
);
