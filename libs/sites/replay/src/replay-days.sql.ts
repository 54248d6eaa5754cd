import { many, one, type SqlExecutor } from '#libs/core/persistence';

const ADD_DAY = 'select add_replay_day($1::date)';

const DROP_DAY = 'select drop_replay_day($1::date)';

const LIST_DAYS = `
  select distinct to_date(right(c.relname, 10), 'YYYY_MM_DD')::text as day
    from pg_inherits i join pg_class c on c.oid = i.inhrelid
   where i.inhparent in ('replay_session'::regclass, 'replay_chunk'::regclass)
     and c.relname ~ '_\\d{4}_\\d{2}_\\d{2}$'
   order by day`;

/** Makes the partitions of a day (`YYYY-MM-DD`, UTC) unless they are there. As the system role. */
export async function addReplayDay(tx: SqlExecutor, day: string): Promise<void> {
  await one(tx, ADD_DAY, [day]);
}

/** Drops the partitions of a day whose time is over. As the system role. */
export async function dropReplayDay(tx: SqlExecutor, day: string): Promise<void> {
  await one(tx, DROP_DAY, [day]);
}

/** The days that have partitions, as `YYYY-MM-DD`, oldest first. */
export async function listReplayDays(tx: SqlExecutor): Promise<string[]> {
  return (await many<{ day: string }>(tx, LIST_DAYS)).map(({ day }) => day);
}
