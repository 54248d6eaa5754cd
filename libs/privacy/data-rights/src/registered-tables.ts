import { type DataRightsOfTable, dataRightsOf, type Entities, tableOf } from '#libs/core/persistence';

/** Reads what the entities of an app say of their tables with `@DataRights`. */
export class RegisteredTables {
  readonly #tables: ReadonlyMap<string, DataRightsOfTable>;

  /** @throws Error for an entity that says nothing */
  constructor(entities: Entities) {
    this.#tables = new Map(entities.map((entity) => [tableOf(entity), dataRightsOf(entity)]));
  }

  get names(): string[] {
    return [...this.#tables.keys()];
  }

  /** Tables whose rows about a person are erased with the person. */
  get erased(): string[] {
    return this.names.filter((name) => this.#tables.get(name)?.erasure === 'erased');
  }

  /** Tables that no export has, and why. */
  get leftOut(): Record<string, string> {
    return this.reasons(({ leftOut }) => leftOut);
  }

  /** Columns (`table.column`) that no export has, and why. */
  get withheld(): Record<string, string> {
    const columns = [...this.#tables].flatMap(([table, { withheld = {} }]) =>
      Object.entries(withheld).map(([column, why]) => [`${table}.${column}`, why] as const),
    );
    return Object.fromEntries(columns);
  }

  /** Tables whose rows stay when a tenant is removed, and why. */
  get kept(): Record<string, string> {
    return this.reasons(({ kept }) => kept);
  }

  private reasons(reasonOf: (rights: DataRightsOfTable) => string | undefined): Record<string, string> {
    return Object.fromEntries(
      [...this.#tables].flatMap(([table, rights]) => {
        const reason = reasonOf(rights);
        return reason === undefined ? [] : [[table, reason]];
      }),
    );
  }
}
