-- For tests: how Postgres would answer a query of the caller's.
create function public.explain(query text) returns setof text
language plpgsql
as $$
begin
  return query execute 'explain ' || query;
end;
$$;
