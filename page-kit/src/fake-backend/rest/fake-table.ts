import { RestRefusal } from './rest-refusal.ts';
import { timestamp, type Caller, type Row } from './row.ts';

/** What a table is, as far as the pages under test depend on it. All of it may be left out. */
export interface TableDefinition {
  /** All columns. Where given, a query that names another is refused, as it is for a column that no row has. */
  readonly columns?: readonly string[];
  /** Columns of the primary key; `id` unless given. */
  readonly key?: readonly string[];
  /** Further sets of columns that no two rows have alike. */
  readonly unique?: readonly (readonly string[])[];
  /** What a column is when an insert leaves it out; a random UUID for `id` unless given. See {@link TableDefinition.stamps} for times. */
  readonly defaults?: Readonly<Record<string, unknown>>;
  /** Columns that are set to the time of an insert where it leaves them out, and those that each update sets. */
  readonly stamps?: { readonly insert?: readonly string[]; readonly update?: readonly string[] };
  /** Column that an insert sets to the caller's id where it leaves it out (`default auth.uid()`). */
  readonly owner?: string;
  /** Columns of type `tsvector` that the table makes of others (`generated always as (to_tsvector('simple', …))`), for `textSearch`. */
  readonly search?: Readonly<Record<string, readonly string[]>>;
  /** Columns that hold the key of a row of another table, for embeds such as `customers(name)`. */
  readonly references?: Readonly<Record<string, string>>;
  /** Columns that are never null and have no default. */
  readonly required?: readonly string[];
  /** Check constraints by their names: whether a row keeps them. */
  readonly checks?: Readonly<Record<string, (row: Row) => boolean>>;
  /** What `before` triggers make of a row that is added, or changed. */
  readonly triggers?: { readonly insert?: (row: Row) => Row; readonly update?: (row: Row, before: Row) => Row };
  /** Visitors have no grant for the table, as after `revoke all … from anon`. */
  readonly signedInOnly?: boolean;
  /** Row-level security: whether somebody may see and change a row. Everybody may unless given. */
  readonly policy?: (row: Row, caller: Caller | null) => boolean;
}

/** What happened to a row. */
export interface TableChange {
  readonly table: string;
  readonly kind: 'INSERT' | 'UPDATE' | 'DELETE';
  readonly row: Row | null;
  readonly before: Row | null;
}

/** A table of the fake backend, in memory. */
export class FakeTable {
  readonly name: string;
  #definition: TableDefinition = {};
  #rows: readonly Row[] = [];
  readonly #onChange: (change: TableChange) => void;
  /** What is told when the statement that runs is done; null outside of one. */
  #untold: TableChange[] | null = null;

  constructor(name: string, onChange: (change: TableChange) => void) {
    this.name = name;
    this.#onChange = onChange;
  }

  /** Says what the table is. */
  define(definition: TableDefinition): this {
    this.#definition = definition;
    return this;
  }

  get definition(): TableDefinition {
    return this.#definition;
  }

  get key(): readonly string[] {
    return this.#definition.key ?? ['id'];
  }

  /** Whether a row may have a column. */
  mayHave(column: string): boolean {
    return this.#definition.columns?.includes(column) ?? true;
  }

  /** The rows as they are now, in the order in which they came. */
  get rows(): readonly Row[] {
    return this.#rows;
  }

  /** Adds rows, as somebody else would. Gives them back with what the table fills in. */
  insert(...rows: Row[]): Row[] {
    return rows.map((row) => this.add(row, null));
  }

  /** Changes rows, as somebody else would. */
  update(fits: (row: Row) => boolean, changes: Row): Row[] {
    return this.#rows.filter(fits).map((row) => this.change(row, changes));
  }

  /** Removes rows, as somebody else would. */
  remove(fits: (row: Row) => boolean): void {
    for (const row of this.#rows.filter(fits)) this.drop(row);
  }

  /** Runs a statement: all that it changes is changed, or, where it throws, nothing. */
  asOne<Result>(statement: () => Result): Result {
    const before = this.#rows;
    const untold: TableChange[] = [];
    this.#untold = untold;
    try {
      return statement();
    } catch (error) {
      this.#rows = before;
      untold.length = 0;
      throw error;
    } finally {
      this.#untold = null;
      for (const change of untold) this.#onChange(change);
    }
  }

  /** Whether somebody may see and change a row. */
  admits(row: Row, caller: Caller | null): boolean {
    return this.#definition.policy?.(row, caller) ?? true;
  }

  /** A row that has the same values in these columns. */
  twinOf(row: Row, columns: readonly string[]): Row | undefined {
    return this.#rows.find((other) => columns.every((column) => row[column] !== undefined && row[column] === other[column]));
  }

  /** Adds a row. @throws RestRefusal where it is not unique */
  add(given: Row, caller: Caller | null): Row {
    const { defaults = {}, stamps, owner, triggers } = this.#definition;
    const time = timestamp();
    const whole = {
      ...(this.key.includes('id') && { id: crypto.randomUUID() }),
      ...defaults,
      ...Object.fromEntries([...(stamps?.insert ?? []), ...(stamps?.update ?? [])].map((column) => [column, time])),
      ...(owner !== undefined && caller && { [owner]: caller.id }),
      ...given,
    };
    const row = this.#withSearch(triggers?.insert?.(whole) ?? whole);
    this.#requireValid(row);
    this.#requireUnique(row, null);
    this.#rows = [...this.#rows, row];
    this.#tell({ table: this.name, kind: 'INSERT', row, before: null });
    return row;
  }

  /** Changes a row. @throws RestRefusal where it is not unique */
  change(row: Row, changes: Row): Row {
    const time = timestamp();
    const whole = { ...row, ...changes, ...Object.fromEntries((this.#definition.stamps?.update ?? []).map((column) => [column, time])) };
    const changed = this.#withSearch(this.#definition.triggers?.update?.(whole, row) ?? whole);
    this.#requireValid(changed);
    this.#requireUnique(changed, row);
    this.#rows = this.#rows.map((other) => (other === row ? changed : other));
    this.#tell({ table: this.name, kind: 'UPDATE', row: changed, before: row });
    return changed;
  }

  /** Removes a row. */
  drop(row: Row): void {
    this.#rows = this.#rows.filter((other) => other !== row);
    this.#tell({ table: this.name, kind: 'DELETE', row: null, before: row });
  }

  #tell(change: TableChange): void {
    if (this.#untold) this.#untold.push(change);
    else this.#onChange(change);
  }

  #withSearch(row: Row): Row {
    const texts = Object.entries(this.#definition.search ?? {});
    return { ...row, ...Object.fromEntries(texts.map(([column, sources]) => [column, sources.map((source) => row[source]).join(' ')])) };
  }

  #requireValid(row: Row): void {
    const missing = this.#definition.required?.find((column) => row[column] === undefined || row[column] === null);
    if (missing !== undefined) {
      const message = `null value in column "${missing}" of relation "${this.name}" violates not-null constraint`;
      throw new RestRefusal(message, { status: 400, code: '23502' });
    }
    const [broken] = Object.entries(this.#definition.checks ?? {}).find(([, keeps]) => !keeps(row)) ?? [];
    if (broken !== undefined) {
      throw new RestRefusal(`new row for relation "${this.name}" violates check constraint "${broken}"`, { status: 400, code: '23514' });
    }
  }

  #requireUnique(row: Row, except: Row | null): void {
    for (const columns of [this.key, ...(this.#definition.unique ?? [])]) {
      const twin = this.twinOf(row, columns);
      if (!twin || twin === except) continue;
      const constraint = columns === this.key ? 'pkey' : `${columns.join('_')}_key`;
      throw new RestRefusal(`duplicate key value violates unique constraint "${this.name}_${constraint}"`, { status: 409, code: '23505' });
    }
  }
}
