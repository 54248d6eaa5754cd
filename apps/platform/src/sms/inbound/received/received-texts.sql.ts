import { exec, type SqlExecutor } from '#libs/core/persistence';

const ROWS_PER_DELETE = 10_000;

/** Parameters: tenant, numbers. */
export const DELETE_TEXTS_OF_PERSON = `delete from received_text where tenant_id = $1 and sender = any ($2::text[])`;

/** Deletes texts that came before a time, as the system role. Returns how many, at most 10,000. */
export async function deleteTextsBefore(tx: SqlExecutor, before: Date): Promise<number> {
  return exec(
    tx,
    `delete from received_text where ctid = any (array(
       select ctid from received_text where received_at < $1 limit $2))`,
    [before, ROWS_PER_DELETE],
  );
}
