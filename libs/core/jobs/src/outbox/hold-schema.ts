/** SQL condition that no hold is on; a scan of an almost empty table, done once for a statement. */
export const NOT_HELD = 'not exists (select from queue_hold where ended_at is null)';

/** SQL of an app's holds, for an app with an outbox. At most one is on; those that have ended stay, as the record of them. */
export function queueHoldSql(app: string): string[] {
  return [
    `create table queue_hold (
       id bigint generated always as identity primary key,
       held_at timestamptz(3) not null default now(),
       backup_at timestamptz(3),
       reason text not null,
       pending text constraint queue_hold__pending__ck check (pending in ('cancel', 'send')),
       released_at timestamptz(3),
       cancelled bigint not null default 0,
       ended_at timestamptz(3)
     )`,
    `create unique index queue_hold__on__uq on queue_hold ((true)) where ended_at is null`,
    `grant select, insert, update on queue_hold to ${app}_system`,
  ];
}

/** SQL that reverts {@link queueHoldSql}. */
export const QUEUE_HOLD_DOWN_SQL = 'drop table queue_hold';
