import { IDEMPOTENCY_TTL } from '#libs/idempotency';
import { carriedContext } from '#libs/observability';
import { exec, RowParameters, many, nextPosition, type SqlExecutor } from '#libs/persistence';
import { DELIVERY_JOBS } from '../delivery/delivery.js';
import { NEW_TAG_VALUES, tagNames } from '../event-counts/tag-values.sql.js';
import type { ErasedAddresses } from '../suppressions/erased-addresses.js';
import { holdsTopic, normalAddress } from '../suppressions/suppression.js';
import type { Acceptance, Submission } from './submission.js';

const CALLS = new RowParameters<Submission>({
  tenant_id: { type: 'text', of: ({ tenantId }) => tenantId },
  channel: { type: 'text', of: ({ channel }) => channel },
  job_kind: { type: 'text', of: ({ channel, job = DELIVERY_JOBS[channel] }) => job },
  environment: { type: 'text', of: ({ environment }) => environment },
  sender: { type: 'text', of: ({ sender }) => sender },
  domain: { type: 'text', of: ({ requiredDomain }) => requiredDomain },
  content_id: { type: 'text', of: ({ messages }) => messages[0]?.id },
  subject: { type: 'text', of: ({ subject }) => subject },
  body_text: { type: 'text', of: ({ content }) => content.text },
  body_html: { type: 'text', of: ({ content }) => content.html },
  to_addresses: { type: 'text[]', of: ({ content }) => content.to },
  cc_addresses: { type: 'text[]', of: ({ content }) => content.cc },
  reply_to: { type: 'text[]', of: ({ content }) => content.replyTo },
  headers: { type: 'jsonb', of: ({ content }) => content.headers },
  attachments: { type: 'jsonb', of: ({ content }) => content.attachments },
  data: { type: 'jsonb', of: ({ content }) => content.data },
  tags: { type: 'jsonb', of: ({ tags }) => tags },
  template_id: { type: 'text', of: ({ templateId }) => templateId },
  campaign_id: { type: 'text', of: ({ campaignId }) => campaignId },
  topic: { type: 'text', of: ({ topicId }) => topicId },
  send_at: { type: 'timestamptz', of: ({ sendAt }) => sendAt },
  message_ids: { type: 'jsonb', of: ({ messages }) => messages.map(({ id }) => id) },
  message_count: { type: 'int', of: ({ messages }) => messages.length },
  segments: { type: 'int', of: ({ segments = 1 }) => segments },
  counted: { type: 'boolean', of: ({ counted }) => counted },
  api_calls: { type: 'int', of: ({ apiCalls }) => apiCalls },
  route: { type: 'text', of: ({ idempotency }) => idempotency?.route },
  key: { type: 'text', of: ({ idempotency }) => idempotency?.key },
  context: { type: 'jsonb', of: ({ context = carriedContext() }) => context },
  body_hash: { type: 'text', of: ({ idempotency }) => idempotency?.bodyHash },
});

/** A message, with the number of its call. */
interface NumberedMessage {
  call: number;
  id: string;
  recipient: string;
  /** The forms in which it would be suppressed. */
  addresses: readonly string[];
}

const MESSAGES = new RowParameters<NumberedMessage>({
  call: { type: 'bigint', of: ({ call }) => call },
  id: { type: 'text', of: ({ id }) => id },
  recipient: { type: 'text', of: ({ recipient }) => recipient },
  addresses: { type: 'text[]', of: ({ addresses }) => addresses },
});

/** A job that delivers some of a call's messages. */
interface NumberedJob {
  call: number;
  messageIds: string[];
}

const JOBS = new RowParameters<NumberedJob>({
  call: { type: 'bigint', of: ({ call }) => call },
  id: { type: 'bigint', of: () => nextPosition() },
  message_ids: { type: 'jsonb', of: ({ messageIds }) => messageIds },
  weight: { type: 'int', of: ({ messageIds }) => messageIds.length },
});

/** A part of a worker's chunk, so that a call with many recipients leaves room for other jobs. */
const MESSAGES_PER_JOB = 20;

const GIVEN_MESSAGES = MESSAGES.sql(1 + CALLS.parameters);
const GIVEN_JOBS = JOBS.sql(1 + CALLS.parameters + MESSAGES.parameters);

/** A topic that is named exists. */
const KNOWN_TOPIC = `(call.topic is null or call.topic_id is not null)`;

/*
 * Everything that accepting writes, in one statement for any number of submissions. Idempotency keys come first: a call
 * whose key is taken writes nothing else. A call to a suppressed address writes nothing either; but if an earlier call
 * has its key, the outcome is that it is repeated. (`offset 0` keeps the lookup by each form of an address apart: planned as a
 * join, or by `any`, it would read all that a tenant has suppressed. The sender is compared by `coalesce`, for an `in` would
 * search the index twice.)
 */
const ACCEPT = {
  name: 'accept-submissions',
  text: `
with call as materialized (
  select given.*, coalesce(topic.id, case when left(given.topic, 4) = 'lst_' then given.topic end) as topic_id,
      topic.transactional, given.domain is null or exists (
      select from sending_domain d
      where d.tenant_id = given.tenant_id and d.name = given.domain and d.verified_at is not null) as allowed
  from ${CALLS.sql(1)} as given left join lateral (
    select t.id, t.transactional from topic t
    where t.tenant_id = given.tenant_id and (t.id = given.topic or t.slug = given.topic)
    limit 1 offset 0) as topic on given.topic is not null
), found as materialized (
  select call.n, call.tenant_id, call.route, call.key, array_agg(given.recipient order by given.id) as recipients
  from call join ${GIVEN_MESSAGES} as given on given.call = call.n cross join lateral (
    select from unnest(given.addresses) as form (address) cross join lateral (
      select from suppression s where s.tenant_id = call.tenant_id and s.address = form.address
        and coalesce(nullif(s.sender, ''), call.sender) = call.sender
        and ${holdsTopic('call.topic_id', 'call.transactional')} limit 1 offset 0
    ) as one limit 1 offset 0) as entry
  group by call.n, call.tenant_id, call.route, call.key
), suppressed as materialized (
  select n, recipients from found
  where key is null or (
    select true from idempotency_key known
    where known.tenant_id = found.tenant_id and known.route = found.route and known.key = found.key
      and known.expires_at >= now()) is null
), taken as (
  insert into idempotency_key as known (tenant_id, route, key, body_hash, response, expires_at)
  select tenant_id, route, key, body_hash, message_ids, now() + ${IDEMPOTENCY_TTL}
  from call where allowed and ${KNOWN_TOPIC} and key is not null and n not in (select n from suppressed) order by tenant_id, route, key
  on conflict (tenant_id, route, key) do update
    set body_hash = excluded.body_hash, response = excluded.response, created_at = now(), expires_at = excluded.expires_at
    where known.expires_at < now()
  returning tenant_id, route, key
), accepted as materialized (
  select call.* from call left join taken using (tenant_id, route, key)
  where call.allowed and ${KNOWN_TOPIC} and (call.key is null or taken.key is not null) and call.n not in (select n from suppressed)
), content as (
  insert into message_content (tenant_id, id, body_text, body_html, to_addresses, cc_addresses, reply_to, headers,
                               attachments, data)
  select tenant_id, content_id, body_text, body_html, to_addresses, cc_addresses, reply_to, headers, attachments, data
  from accepted
), messages as (
  insert into message (tenant_id, id, channel, status, environment, sender, recipient, subject, content_id, tags,
                       template_id, campaign_id, scheduled_at, topic)
  select accepted.tenant_id, given.id, channel, 'queued', environment, sender, given.recipient, subject, content_id, tags,
         template_id, campaign_id, send_at, topic_id
  from accepted join ${GIVEN_MESSAGES} as given on given.call = accepted.n
), tagged as (
  insert into message_tag (tenant_id, tag, message_id)
  select accepted.tenant_id, tag.key || ':' || tag.value, given.id
  from accepted join ${GIVEN_MESSAGES} as given on given.call = accepted.n cross join jsonb_each_text(tags) as tag
  where tags is not null on conflict do nothing
), enqueued as (
  insert into outbox (id, tenant_id, kind, payload, available_at, due, weight, context)
  select job.id, tenant_id, job_kind, jsonb_build_object('messageIds', job.message_ids),
         coalesce(send_at, now()), coalesce(send_at, now()) <= now(), job.weight, context
  from accepted join ${GIVEN_JOBS} as job on job.call = accepted.n
), used as (
  insert into usage_counter as total (tenant_id, period, emails_sent, sms_sent, sms_segments, push_sent, api_calls)
  select tenant_id, to_char(now() at time zone 'UTC', 'YYYY-MM'),
         coalesce(sum(message_count) filter (where channel = 'email'), 0),
         coalesce(sum(message_count) filter (where channel = 'sms'), 0),
         coalesce(sum(message_count * segments) filter (where channel = 'sms'), 0),
         coalesce(sum(message_count) filter (where channel = 'push'), 0), sum(api_calls)
  from accepted where counted group by tenant_id order by tenant_id
  on conflict (tenant_id, period) do update
    set emails_sent = total.emails_sent + excluded.emails_sent, sms_sent = total.sms_sent + excluded.sms_sent,
        sms_segments = total.sms_segments + excluded.sms_segments, push_sent = total.push_sent + excluded.push_sent,
        api_calls = total.api_calls + excluded.api_calls,
        updated_at = now()
), reported as (
  insert into event_total as total (tenant_id, span, start, channel, event, count)
  select tenant_id, span, date_trunc(span, now(), 'UTC'), channel, 'accepted', sum(message_count)
  from accepted cross join unnest(array['day', 'hour']) as span where counted group by 1, 2, 4 order by 1, 2, 4
  on conflict on constraint event_total__pk do update set count = total.count + excluded.count
), reported_templates as (
  insert into template_total as total (tenant_id, span, start, channel, template_id, event, count)
  select tenant_id, span, date_trunc(span, now(), 'UTC'), channel, template_id, 'accepted', sum(message_count)
  from accepted cross join unnest(array['day', 'hour']) as span
  where counted and template_id is not null group by 1, 2, 4, 5 order by 1, 2, 4, 5
  on conflict on constraint template_total__pk do update set count = total.count + excluded.count
), tag as (
  select tenant_id, channel, date_trunc('day', now(), 'UTC') as day, tag.key || ':' || tag.value as value, message_count as count
  from accepted cross join jsonb_each_text(tags) as tag where counted
), ${tagNames('tag')}, reported_groups as (
  insert into group_total as total (tenant_id, dimension, span, start, value, channel, event, count)
  select tenant_id, dimension, span, start, value, channel, event, sum(count)
  from (
    select tenant_id, dimension, span, date_trunc(span, now(), 'UTC') as start, value, channel, 'accepted' as event, count
    from (
      select tenant_id, channel, 'environment' as dimension, environment as value, message_count as count from accepted
      union all select tenant_id, channel, 'campaign', campaign_id, message_count
        from accepted where counted and campaign_id is not null
      union all select tenant_id, channel, 'tag', name, count from tag join tag_name using (tenant_id, day, value)
    ) as grouped cross join unnest(array['day', 'hour']) as span
    union all ${NEW_TAG_VALUES}
  ) as added
  group by 1, 2, 3, 4, 5, 6, 7 order by 1, 2, 3, 4, 5, 6, 7
  on conflict on constraint group_total__pk do update set count = total.count + excluded.count
)
select call.n, call.allowed, ${KNOWN_TOPIC} as "knowsTopic", accepted.n is not null as accepted, suppressed.recipients as suppressed
from call left join accepted using (n) left join suppressed using (n)`,
};

interface OutcomeRow {
  n: string;
  allowed: boolean;
  knowsTopic: boolean;
  accepted: boolean;
  suppressed: string[] | null;
}

/**
 * Inserts what may be accepted, whatever the quotas, in a transaction of the submissions' tenants. Returns an outcome for
 * each, in order.
 */
export async function insertSubmissions(
  tx: SqlExecutor,
  erased: ErasedAddresses,
  submissions: readonly Submission[],
): Promise<Acceptance[]> {
  const messages = submissions.flatMap((submission, index) => numbered(erased, submission, index + 1));
  const jobs = submissions.flatMap((submission, index) => jobsOf(submission, index + 1));
  const values = [...CALLS.values(submissions), ...MESSAGES.values(messages), ...JOBS.values(jobs)];
  const outcomes = new Array<Acceptance>(submissions.length);
  for (const row of await many<OutcomeRow>(tx, ACCEPT, values)) outcomes[Number(row.n) - 1] = toAcceptance(row);
  return outcomes;
}

function toAcceptance({ allowed, knowsTopic, accepted, suppressed }: OutcomeRow): Acceptance {
  if (accepted) return 'accepted';
  if (!allowed) return 'unverified';
  if (!knowsTopic) return 'unknown-topic';
  return suppressed ? { suppressed } : 'repeated';
}

/** A mail that asks for a new consent goes to an erased person, too. */
function numbered(erased: ErasedAddresses, submission: Submission, call: number): NumberedMessage[] {
  const { tenantId, messages, content } = submission;
  const isAsking = content.data?.['confirmation'] !== undefined;
  const formsOf = (address: string) => (isAsking ? [normalAddress(address)] : erased.formsOf(tenantId, address));
  return messages.map(({ id, recipient }) => ({ call, id, recipient, addresses: formsOf(recipient) }));
}

function jobsOf({ messages }: Submission, call: number): NumberedJob[] {
  const jobs: NumberedJob[] = [];
  for (let start = 0; start < messages.length; start += MESSAGES_PER_JOB) {
    jobs.push({ call, messageIds: messages.slice(start, start + MESSAGES_PER_JOB).map(({ id }) => id) });
  }
  return jobs;
}

/** Messages of this month by tenant and channel; of texts, their segments. */
export type Used = Map<string, number>;

const PERIOD = `to_char(now() at time zone 'UTC', 'YYYY-MM')`;

interface UsedRow {
  tenant_id: string;
  emails_sent: string;
  sms_segments: string;
  push_sent: string;
}

/** Locks this month's counters of tenants, which come sorted; inserts those that are missing. */
export async function lockUsage(tx: SqlExecutor, tenantIds: readonly string[]): Promise<Used> {
  await exec(
    tx,
    `insert into usage_counter (tenant_id, period) select unnest($1::text[]), ${PERIOD} order by 1 on conflict do nothing`,
    [tenantIds],
  );
  const rows = await many<UsedRow>(
    tx,
    `select tenant_id, emails_sent, sms_segments, push_sent from usage_counter
     where tenant_id = any($1::text[]) and period = ${PERIOD} order by tenant_id for update`,
    [tenantIds],
  );
  return new Map(
    rows.flatMap((row): [string, number][] => [
      [`${row.tenant_id} email`, Number(row.emails_sent)],
      [`${row.tenant_id} sms`, Number(row.sms_segments)],
      [`${row.tenant_id} push`, Number(row.push_sent)],
    ]),
  );
}
