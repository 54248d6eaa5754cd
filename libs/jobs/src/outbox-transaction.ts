/** Whatever takes SQL within a transaction: TypeORM's manager, or a connection of the pool. */
export interface OutboxTransaction {
  query(sql: string, parameters?: unknown[]): Promise<unknown>;
}
