import { maybe, type SqlExecutor } from '#libs/core/persistence';

/** Counts a code of today for a subject, and deletes the counts of earlier days; false at the limit. */
export async function countCode(tx: SqlExecutor, subject: string, limit: number): Promise<boolean> {
  const row = await maybe(
    tx,
    `with gone as (delete from sms_code_count where day < (now() at time zone 'UTC')::date)
     insert into sms_code_count as total (subject, day, count) values ($1, (now() at time zone 'UTC')::date, 1)
     on conflict (subject, day) do update set count = total.count + 1 where total.count < $2
     returning count`,
    [subject, limit],
  );
  return row !== undefined;
}
