import { RestRefusal } from './rest-refusal.ts';
import { timestamp, type Caller, type Row } from './values.ts';

/** The properties of a table that the pages under test depend on. All are optional. */
export interface TableDefinition {
  /** All columns. If set, queries with other columns fail; otherwise, queries with columns that no row has. */
  readonly columns?: readonly string[];
  /** Columns of the primary key; `id` by default. */
  readonly key?: readonly string[];
  /** Other unique sets of columns. */
  readonly unique?: readonly (readonly string[])[];
  /** Default values of columns; a random UUID for `id` by default. See {@link TableDefinition.stamps} for times. */
  readonly defaults?: Readonly<Record<string, unknown>>;
  /** Columns whose default is the time of the insert, and columns that each update sets to its time. */
  readonly stamps?: { readonly insert?: readonly string[]; readonly update?: readonly string[] };
  /** Column whose default is the caller's id (`default auth.uid()`). */
  readonly owner?: string;
  /** Generated columns of type `tsvector` (`generated always as (to_tsvector('simple', …))`), for `textSearch`. */
  readonly search?: Readonly<Record<string, readonly string[]>>;
  /** Columns with the key of a row of another table, for embeds such as `customers(name)`. */
  readonly references?: Readonly<Record<string, string>>;
  /** Columns that are not null. */
  readonly required?: readonly string[];
  /** Check constraints by name: whether a row satisfies them. */
  readonly checks?: Readonly<Record<string, (row: Row) => boolean>>;
  /** `before` triggers: return the row to store for an added or changed row. */
  readonly triggers?: { readonly insert?: (row: Row) => Row; readonly update?: (row: Row, before: Row) => Row };
  /** Signed-out visitors have no grant for the table, as after `revoke all … from anon`. */
  readonly signedInOnly?: boolean;
  /** Row-level security: whether the caller may see and change a row. By default, every caller may. */
  readonly policy?: (row: Row, caller: Caller | null) => boolean;
}

/** A change of a row. */
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
  /** Changes to report after the current statement; null outside of a statement. */
  #unreported: TableChange[] | null = null;

  constructor(name: string, onChange: (change: TableChange) => void) {
    this.name = name;
    this.#onChange = onChange;
  }

  /** Sets the properties of the table. */
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

  /** Whether the table has a column. */
  hasColumn(column: string): boolean {
    return this.#definition.columns?.includes(column) ?? true;
  }

  /** Whether the primary key or another unique set has exactly these columns, in any order. */
  isUnique(columns: readonly string[]): boolean {
    const wanted = columns.toSorted().join();
    return [this.key, ...(this.#definition.unique ?? [])].some((unique) => unique.toSorted().join() === wanted);
  }

  /** The current rows, in insertion order. */
  get rows(): readonly Row[] {
    return this.#rows;
  }

  /** Adds rows, as another user would. Returns them with default values. */
  insert(...rows: Row[]): Row[] {
    return rows.map((row) => this.add(row, null));
  }

  /** Changes rows, as another user would. */
  update(fits: (row: Row) => boolean, changes: Row): Row[] {
    return this.#rows.filter(fits).map((row) => this.change(row, changes));
  }

  /** Removes rows, as another user would. */
  remove(fits: (row: Row) => boolean): void {
    for (const row of this.#rows.filter(fits)) this.drop(row);
  }

  /** Runs a statement. If it throws, none of its changes apply. */
  transaction<Result>(statement: () => Result): Result {
    const before = this.#rows;
    const untold: TableChange[] = [];
    this.#unreported = untold;
    try {
      return statement();
    } catch (error) {
      this.#rows = before;
      untold.length = 0;
      throw error;
    } finally {
      this.#unreported = null;
      for (const change of untold) this.#onChange(change);
    }
  }

  /** Whether the caller may see and change a row. */
  allows(row: Row, caller: Caller | null): boolean {
    return this.#definition.policy?.(row, caller) ?? true;
  }

  /** A row with the same values in these columns. As in Postgres, null equals nothing. */
  findDuplicate(row: Row, columns: readonly string[]): Row | undefined {
    return this.#rows.find((other) => columns.every((column) => row[column] !== undefined && row[column] !== null && row[column] === other[column]));
  }

  /** Adds a row. @throws RestRefusal if it is not unique */
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
    this.#report({ table: this.name, kind: 'INSERT', row, before: null });
    return row;
  }

  /** Changes a row. @throws RestRefusal if it is not unique */
  change(row: Row, changes: Row): Row {
    const time = timestamp();
    const whole = { ...row, ...changes, ...Object.fromEntries((this.#definition.stamps?.update ?? []).map((column) => [column, time])) };
    const changed = this.#withSearch(this.#definition.triggers?.update?.(whole, row) ?? whole);
    this.#requireValid(changed);
    this.#requireUnique(changed, row);
    this.#rows = this.#rows.map((other) => (other === row ? changed : other));
    this.#report({ table: this.name, kind: 'UPDATE', row: changed, before: row });
    return changed;
  }

  /** Removes a row. */
  drop(row: Row): void {
    this.#rows = this.#rows.filter((other) => other !== row);
    this.#report({ table: this.name, kind: 'DELETE', row: null, before: row });
  }

  #report(change: TableChange): void {
    if (this.#unreported) this.#unreported.push(change);
    else this.#onChange(change);
  }

  #withSearch(row: Row): Row {
    const texts = Object.entries(this.#definition.search ?? {});
    return { ...row, ...Object.fromEntries(texts.map(([column, sources]) => [column, sources.map((source) => row[source]).join(' ')])) };
  }

  #requireValid(row: Row): void {
    const missing = this.#definition.required?.find((column) => row[column] === undefined || row[column] === null) ?? this.key.find((column) => row[column] === null);
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
      const twin = this.findDuplicate(row, columns);
      if (!twin || twin === except) continue;
      const constraint = columns === this.key ? 'pkey' : `${columns.join('_')}_key`;
      throw new RestRefusal(`duplicate key value violates unique constraint "${this.name}_${constraint}"`, { status: 409, code: '23505' });
    }
  }
}
