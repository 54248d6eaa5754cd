declare const byPrepared: unique symbol;

/** A statement that Postgres parses and plans once for each connection; {@link prepared} makes it. */
export interface PreparedStatement {
  readonly name: string;
  readonly text: string;
  readonly [byPrepared]: true;
}

const made: PreparedStatement[] = [];

/**
 * Names a statement of a hot path, so that a connection parses and plans it once. A name always has the same text in a process.
 *
 * Its plan may be made while a table is empty, and stays until the statistics of the table are read again: a join may then read the
 * whole of a table that has grown. So it looks for existing rows by an index alone, which `test/operations/prepared-plans.spec.ts`
 * checks for each; a statement for which that cannot be is left without a name, and planned each time.
 */
export function prepared(name: string, text: string): PreparedStatement {
  const statement = { name, text } as PreparedStatement;
  made.push(statement);
  return statement;
}

/** Lists the statements that the loaded modules have prepared. */
export function preparedStatements(): readonly PreparedStatement[] {
  return made;
}
