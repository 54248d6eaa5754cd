import type { DataSource, EntityMetadata } from 'typeorm';

type ColumnMetadata = EntityMetadata['columns'][number];

interface Column {
  /** Spelling of Postgres: `text`, `timestamp with time zone`, `text[]`, `numeric(10,2)`. */
  type: string;
  nullable: boolean;
  generated: boolean;
}

interface Table {
  columns: Map<string, Column>;
  primaryKey: string[];
}

/**
 * The differences between the entities of a data source and its migrated database: tables without an entity, missing
 * columns on either side, types, nullability, primary keys. Empty if there are none.
 *
 * A partition belongs to the entity of its parent.
 */
export async function schemaDifferences(dataSource: DataSource): Promise<string[]> {
  const database = await readTables(dataSource);
  const entities = new Map(dataSource.entityMetadatas.map((metadata) => [metadata.tableName, metadata]));
  return [
    ...[...database.keys()].filter((table) => !entities.has(table)).map((table) => `${table}: has no entity`),
    ...[...entities.values()].flatMap((metadata) => compare(metadata, database.get(metadata.tableName), dataSource)),
  ].toSorted();
}

function compare(metadata: EntityMetadata, table: Table | undefined, dataSource: DataSource): string[] {
  const name = metadata.tableName;
  if (!table) return [`${name}: an entity without a table`];
  const declared = new Map(metadata.columns.map((column) => [column.databaseName, column]));
  return [
    ...[...table.columns.keys()]
      .filter((column) => !declared.has(column))
      .map((column) => `${name}.${column}: is missing in the entity`),
    ...[...declared].flatMap(([column, properties]) =>
      compareColumn(`${name}.${column}`, properties, table.columns.get(column), dataSource),
    ),
    ...compareKeys(name, metadata, table),
  ];
}

function compareColumn(name: string, entity: ColumnMetadata, column: Column | undefined, source: DataSource): string[] {
  if (!column) return [`${name}: is not a column of the table`];
  const type = typeOf(entity, source);
  const generated = entity.generatedType !== undefined || entity.asExpression !== undefined;
  return [
    ...(type === column.type ? [] : [`${name}: is ${column.type}, the entity says ${type}`]),
    ...(entity.isNullable === column.nullable ? [] : [`${name}: is ${column.nullable ? 'nullable' : 'not null'}`]),
    ...(generated === column.generated ? [] : [`${name}: is ${column.generated ? 'generated' : 'not generated'}`]),
  ];
}

function compareKeys(name: string, metadata: EntityMetadata, table: Table): string[] {
  const key = metadata.primaryColumns.map(({ databaseName }) => databaseName).toSorted();
  const actual = table.primaryKey.toSorted();
  return key.join() === actual.join()
    ? []
    : [`${name}: the key is (${actual.join()}), the entity says (${key.join()})`];
}

function typeOf(column: ColumnMetadata, { driver }: DataSource): string {
  const type = driver.normalizeType(column);
  const size = [column.precision, column.scale].filter((part) => part !== undefined && part !== null).join();
  // Postgres writes the precision of a time after its first word.
  const sized = size === '' ? type : type.replace(/^\w+/, (word) => `${word}(${size})`);
  return column.isArray ? `${sized}[]` : sized;
}

async function readTables(dataSource: DataSource): Promise<Map<string, Table>> {
  const rows = await dataSource.query<
    { table: string; column: string; type: string; nullable: boolean; generated: boolean; key: boolean }[]
  >(
    `select class.relname as "table", attname as "column", format_type(atttypid, atttypmod) as type,
            not attnotnull as nullable, attgenerated <> '' as generated,
            coalesce(attnum = any(key.indkey), false) as key
     from pg_class class
     join pg_attribute on attrelid = class.oid and attnum > 0 and not attisdropped
     left join pg_index key on key.indrelid = class.oid and key.indisprimary
     where class.relnamespace = 'public'::regnamespace and class.relkind in ('r', 'p') and not class.relispartition
       and class.relname <> 'migration'
     order by class.relname, attnum`,
  );
  const tables = new Map<string, Table>();
  for (const { table, column, type, nullable, generated, key } of rows) {
    const entry: Table = tables.get(table) ?? { columns: new Map(), primaryKey: [] };
    entry.columns.set(column, { type, nullable, generated });
    if (key) entry.primaryKey.push(column);
    tables.set(table, entry);
  }
  return tables;
}
