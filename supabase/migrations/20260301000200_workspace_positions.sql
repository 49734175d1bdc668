-- Positions in a list are texts that sort byte by byte (collate "C"), so that moving a note changes that note only. The
-- format is that of https://github.com/rocicorp/fractional-indexing (base 62): a head that gives the length of the integer part
-- ("a" two characters in all, "b" three, …; "Z" two, "Y" three, … for negative integers), its digits, and a fraction
-- that does not end in 0. Pages can compute the same positions with that library.

create function workspace_private.position_digits() returns text
language sql immutable parallel safe
set search_path = ''
as $$ select '0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz' $$;

-- The integer part of a position; null if the text is not a position.
create function workspace_private.position_integer(place text) returns text
language sql immutable parallel safe
set search_path = ''
as $$
  select substring(place from 1 for len)
  from (
    select case
      when place ~ '^[a-z]' then ascii(place) - ascii('a') + 2
      when place ~ '^[A-Z]' then ascii('Z') - ascii(place) + 2
    end as len
  ) head
  where place ~ '^[A-Za-z][0-9A-Za-z]+$' and char_length(place) >= len
$$;

create function workspace_private.position_is_valid(place text) returns boolean
language sql immutable parallel safe
set search_path = ''
as $$
  select coalesce(
    place <> 'A' || repeat('0', 26)
      and (place = workspace_private.position_integer(place) or right(place, 1) <> '0')
      and workspace_private.position_integer(place) is not null,
    false
  )
$$;

-- The next or the previous integer part (`step` 1 or -1); null past the last one.
create function workspace_private.position_neighbour(number text, step integer) returns text
language plpgsql immutable parallel safe
set search_path = ''
as $$
declare
  digits constant text := workspace_private.position_digits();
  head text := left(number, 1);
  rest text := substring(number from 2);
  digit integer;
begin
  for place in reverse char_length(rest)..1 loop
    digit := strpos(digits, substring(rest from place for 1)) - 1 + step;
    rest := overlay(rest placing substring(digits from (digit + 62) % 62 + 1 for 1) from place for 1);
    if digit between 0 and 61 then
      return head || rest;
    end if;
  end loop;
  if step > 0 then
    return case
      when head = 'Z' then 'a0'
      when head = 'z' then null
      when head >= 'a' collate "C" then chr(ascii(head) + 1) || rest || '0'
      else chr(ascii(head) + 1) || left(rest, -1)
    end;
  end if;
  return case
    when head = 'a' then 'Zz'
    when head = 'A' then null
    when head <= 'Z' collate "C" then chr(ascii(head) - 1) || rest || 'z'
    else chr(ascii(head) - 1) || left(rest, -1)
  end;
end;
$$;

-- A fraction between two others; a null upper bound stands for one.
create function workspace_private.position_fraction(low text, high text) returns text
language plpgsql immutable parallel safe
set search_path = ''
as $$
declare
  digits constant text := workspace_private.position_digits();
  same integer := 0;
  low_digit integer;
  high_digit integer;
begin
  if high is not null then
    while same < char_length(high)
      and coalesce(nullif(substring(low from same + 1 for 1), ''), '0') = substring(high from same + 1 for 1)
    loop
      same := same + 1;
    end loop;
    if same > 0 then
      return left(high, same) || workspace_private.position_fraction(substring(low from same + 1), substring(high from same + 1));
    end if;
  end if;
  low_digit := case when low = '' then 0 else strpos(digits, left(low, 1)) - 1 end;
  high_digit := case when high is null then 62 else strpos(digits, left(high, 1)) - 1 end;
  if high_digit - low_digit > 1 then
    return substring(digits from (low_digit + high_digit + 1) / 2 + 1 for 1);
  end if;
  if char_length(high) > 1 then
    return left(high, 1);
  end if;
  return substring(digits from low_digit + 1 for 1) || workspace_private.position_fraction(substring(low from 2), null);
end;
$$;

-- A position between two others; null stands for the beginning (`low`) or the end (`high`).
create function workspace_private.position_between(low text, high text) returns text
language plpgsql immutable parallel safe
set search_path = ''
as $$
declare
  lowest constant text := 'A' || repeat('0', 26);
  low_number text := workspace_private.position_integer(low);
  high_number text := workspace_private.position_integer(high);
  number text;
begin
  if low >= high collate "C" then
    raise exception 'There is no place between % and %.', low, high using errcode = '22023';
  end if;
  if low is null and high is null then
    return 'a0';
  end if;
  if low is null then
    -- The lowest integer alone is not a valid position, because nothing fits before it. With a fraction it is.
    if high_number = lowest then
      return lowest || workspace_private.position_fraction('', substring(high from char_length(lowest) + 1));
    end if;
    if high_number < high collate "C" then
      return high_number;
    end if;
    number := workspace_private.position_neighbour(high_number, -1);
    if number = lowest then
      return lowest || workspace_private.position_fraction('', null);
    end if;
    return number;
  end if;
  if low_number = high_number then
    return low_number || workspace_private.position_fraction(
      substring(low from char_length(low_number) + 1), substring(high from char_length(high_number) + 1)
    );
  end if;
  number := workspace_private.position_neighbour(low_number, 1);
  if number is not null and (high is null or number < high collate "C") then
    return number;
  end if;
  return low_number || workspace_private.position_fraction(substring(low from char_length(low_number) + 1), null);
end;
$$;

-- The requested number of positions, in order and as short as possible.
create function workspace_private.positions(how_many integer) returns setof text
language plpgsql immutable parallel safe
set search_path = ''
as $$
declare
  place text;
begin
  for number in 1..how_many loop
    place := workspace_private.position_between(place, null);
    return next place;
  end loop;
end;
$$;
