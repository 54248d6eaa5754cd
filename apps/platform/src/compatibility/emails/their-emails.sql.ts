import { prepared } from '#libs/core/persistence';
/** Positions of a millisecond; see `libs/core/persistence/src/ids`. The ids of a call are made one after another. */
const PER_MILLISECOND = 4_096;

/** Milliseconds after the first message of a call in which its others are accepted. */
export const CALL_MS = 2_000;

/** Positions after the first of a call in which its other messages are, and those in which its jobs are. */
export const CALL_SPAN = PER_MILLISECOND * CALL_MS;
export const JOB_SPAN = PER_MILLISECOND * 60_000;

/** Parameters: tenant, first message, end of the span, content. The messages of one call, which have the same content. */
export const MESSAGES_OF_CALL = prepared(
  'messages-of-call',
  `
  select id, recipient, status, scheduled_at as "scheduledAt" from message
  where tenant_id = $1 and id >= $2 and id < $3 and content_id = $4 order by id limit 50`,
);

/**
 * Parameters: tenant, messages, time, first position of the jobs, end of their span. Moves messages that are still to come, and
 * their jobs, to another time.
 */
export const RESCHEDULE = prepared(
  'reschedule-messages',
  `
  with moved as (
    update message set scheduled_at = $3, updated_at = now()
    where tenant_id = $1 and id = any($2::text[]) and status = 'queued' and scheduled_at > now() + interval '1 second'
    returning id
  ), jobs as (
    update outbox set available_at = $3, due = false
    where tenant_id = $1 and kind = 'email.deliver' and id >= $4::bigint and id < $5::bigint
      and payload->'messageIds' ?| $2::text[] and handed_at is null and lease is null and dead_at is null
    returning jsonb_array_length(payload->'messageIds') as messages
  )
  select (select count(*)::int from moved) as messages, (select coalesce(sum(messages), 0)::int from jobs) as jobs`,
);
