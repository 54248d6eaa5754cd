import type { TenantId } from '#libs/core/persistence';

/** Rows of another table, at most one for each contact, or company. */
export interface Source {
  /** The table, called `x`. */
  table: string;
  /** Column of `x` by which it belongs to a contact, or company. */
  key: string;
  /** Expression of the contact `c` that equals the key. */
  of: 'c.id' | 'c.company_id';
  /** Further columns, as of a select list; of several rows, aggregates of them. */
  columns?: string;
  conditions: readonly string[];
  /** Column that says which of several rows counts, the greatest first; absent where the columns are aggregates. */
  newestBy?: string;
}

/** Contacts that a statement asks about: all of the tenant, or these. */
export type Scope = { kind: 'all' } | { kind: 'some'; ids: readonly string[] };

/**
 * A statement about the contacts, but for deleted ones, that meet conditions. Rows of other tables are joined: where all contacts are asked
 * about, each table is read once; where some are, its rows of one contact after the other, by an index. So it does not hang on the
 * statistics whether it is quick.
 */
export class CriteriaStatement {
  readonly values: unknown[] = [];
  readonly #sources = new Map<string, string>();
  /** Semi-joins, for which Postgres does not have to group rows as it does for {@link join}. */
  readonly #required = new Set<string>();
  readonly #from: string;
  readonly tenant: string;

  constructor(
    tenantId: TenantId,
    private readonly scope: Scope,
  ) {
    this.tenant = this.add(tenantId, 'text');
    this.#from =
      scope.kind === 'all'
        ? `(select * from contact where tenant_id = ${this.tenant} and deleted_at is null) as c`
        : `unnest(${this.add(scope.ids, 'text[]')}) as asked (id) cross join lateral (
             select * from contact where tenant_id = ${this.tenant} and id = asked.id and deleted_at is null offset 0) as c`;
  }

  /** A parameter with its type. */
  add(value: unknown, type: string): string {
    return `$${this.values.push(value)}::${type}`;
  }

  /** The name of the joined rows; the same for the same source. */
  join(source: Source): string {
    const rows = this.rowsOf(source);
    const known = this.#sources.get(rows);
    if (known !== undefined) return known;
    const name = `s${this.#sources.size + 1}`;
    this.#sources.set(rows, name);
    return name;
  }

  /** A condition that there are such rows. @param isRequired true if every contact found has to have them */
  has(source: Source, isRequired = false): string {
    if (!isRequired || this.scope.kind === 'some') return `${this.join(source)}.key is not null`;
    const { table, key, of, conditions } = source;
    const where = [this.ofTenant, ...conditions].join(' and ');
    this.#required.add(`${of} in (select x.${key} from ${table} as x where ${where})`);
    return 'true';
  }

  /** The text of the statement. Its values are {@link values}. */
  text(columns: string, condition: string, end = ''): string {
    const joins = [...this.#sources].map(([rows, name]) => `left join ${rows.replaceAll('$name', name)}`);
    const where = [condition, ...this.#required].join(' and ');
    return `select ${columns} from ${this.#from} ${joins.join(' ')} where ${where} ${end}`;
  }

  private get ofTenant(): string {
    return `x.tenant_id = ${this.tenant}`;
  }

  private rowsOf({ table, key, of, columns = '', conditions, newestBy }: Source): string {
    const further = columns === '' ? '' : `, ${columns}`;
    const isOneByOne = this.scope.kind === 'some';
    // No other condition of one contact looks for an index: while the statistics know little, any would seem as good.
    const others = isOneByOne ? [`x.${key} = ${of}`, ...conditions.map((one) => `(${one}) is true`)] : conditions;
    const where = [this.ofTenant, ...others];
    const rows =
      newestBy === undefined
        ? `select x.${key} as key${further} from ${table} as x where ${where.join(' and ')} group by x.${key}`
        : `select distinct on (x.${key}) x.${key} as key${further} from ${table} as x where ${where.join(' and ')}
             order by x.${key}, x.${newestBy} desc`;
    return isOneByOne ? `lateral (${rows}) as $name on true` : `(${rows}) as $name on $name.key = ${of}`;
  }
}

/**
 * Settings of a transaction that asks about all contacts: joins read each table once, however few rows Postgres expects, the rows of an
 * index are read in the order in which the table has them, and one tenant's count takes one processor.
 * Parameter: how long a statement takes at most, in milliseconds.
 */
export const SET_ALL_LIMITS = `
  select set_config('enable_nestloop', 'off', true), set_config('enable_indexscan', 'off', true),
         set_config('work_mem', '64MB', true), set_config('jit', 'off', true),
         set_config('max_parallel_workers_per_gather', '0', true),
         set_config('statement_timeout', $1, true)`;
