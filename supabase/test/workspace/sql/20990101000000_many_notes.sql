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

-- Adds as many notes as the caller wants, in one statement. Over HTTP, they would take many seconds.
create function public.add_notes(to_board uuid, amount int) returns void
language sql
as $$
  insert into workspace_notes (board, title, body) select to_board, 'Note ' || number, 'about ' || number % 7 from generate_series(0, amount - 1) number;
$$;
