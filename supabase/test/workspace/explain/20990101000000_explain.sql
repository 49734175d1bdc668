-- For tests: how Postgres would answer a query of the caller's.
create function public.explain(query text) returns setof text
language plpgsql
as $$
begin
  return query execute 'explain ' || query;
end;
$$;

-- As a hosted project does by itself after many changes.
create function public.analyze_notes() returns void
language plpgsql
security definer
as $$
begin
  analyze public.workspace_notes;
end;
$$;
