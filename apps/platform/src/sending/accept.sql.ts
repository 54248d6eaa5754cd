import { IDEMPOTENCY_TTL } from '#libs/core/idempotency';
import { carriedContext } from '#libs/core/observability';
import { many, mappedColumns, nextPosition, prepared, RowParameters, type SqlExecutor } from '#libs/core/persistence';
import type { StoredRaw } from '../attachments/raw-content.js';
import { DELIVERY_JOBS } from '../delivery/delivery.js';
import { countAcceptedSql } from '../event-counts/totals.sql.js';
import { insertTagsSql } from '../messages/message-tag.sql.js';
import { Message } from '../messages/message.entity.js';
import { StoredContent } from '../messages/stored-content.entity.js';
import type { ErasedAddresses } from '../suppressions/erased-addresses.js';
import { holdsTopic, storedForms } from '../suppressions/suppression.js';
import { countUsageSql } from '../usage/usage-counter.sql.js';
import { internetMessageIdOf } from './internet-message-id.js';
import type { Acceptance, Submission } from './submission.js';

/** Columns of all messages of a call. */
const MESSAGE = mappedColumns<Submission, Message>(Message, {
  channel: ({ channel }) => channel,
  environment: ({ environment }) => environment,
  sender: ({ sender }) => sender,
  subject: ({ subject }) => subject,
  tags: ({ tags }) => tags,
  internetMessageId: ({ messageId, messages }) => messageId && internetMessageIdOf(messageId, messages[0]?.id ?? ''),
  templateId: ({ templateId }) => templateId,
  campaignId: ({ campaignId }) => campaignId,
  origin: ({ origin }) => origin,
});
const MESSAGE_NAMES = new RowParameters(MESSAGE).names.join(', ');

const CONTENT = mappedColumns<Submission, StoredContent>(StoredContent, {
  bodyText: ({ content }) => content.text,
  bodyHtml: ({ content }) => content.html,
  toAddresses: ({ content }) => content.to,
  ccAddresses: ({ content }) => content.cc,
  replyTo: ({ content }) => content.replyTo,
  headers: ({ content }) => content.headers,
  attachments: ({ content }) => content.attachments,
  data: ({ content }) => content.data,
  raw: ({ content }) => content.raw as StoredRaw | null | undefined,
});
const CONTENT_NAMES = new RowParameters(CONTENT).names.join(', ');

const CALLS = new RowParameters<Submission>({
  tenant_id: { type: 'text', of: ({ tenantId }) => tenantId },
  job_kind: { type: 'text', of: ({ channel, job = DELIVERY_JOBS[channel] }) => job },
  domain: { type: 'text', of: ({ requiredDomain }) => requiredDomain },
  content_id: { type: 'text', of: ({ messages }) => messages[0]?.id },
  ...MESSAGE,
  ...CONTENT,
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
const ACCEPT = prepared(
  'accept-submissions',
  `
with call as materialized (
  select given.*, coalesce(topic.id, case when left(given.topic, 4) = 'lst_' then given.topic end) as topic_id,
      topic.transactional, given.domain is null or exists (
      select from sending_domain d
      where d.tenant_id = given.tenant_id and d.name = given.domain and d.verified_at is not null) as allowed
  from ${CALLS.sql(1)} as given left join lateral (
    select t.id, t.transactional from topic t
    where given.topic is not null and t.tenant_id = given.tenant_id and (t.id = given.topic or t.slug = given.topic)
    limit 1 offset 0) as topic on true
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
  insert into message_content (tenant_id, id, ${CONTENT_NAMES})
  select tenant_id, content_id, ${CONTENT_NAMES} from accepted
), messages as (
  insert into message (tenant_id, id, status, recipient, content_id, scheduled_at, topic, ${MESSAGE_NAMES})
  select accepted.tenant_id, given.id, 'queued', given.recipient, content_id, send_at, topic_id, ${MESSAGE_NAMES}
  from accepted join ${GIVEN_MESSAGES} as given on given.call = accepted.n
), tagged as (${insertTagsSql('accepted', GIVEN_MESSAGES)}
), enqueued as (
  insert into outbox (id, tenant_id, kind, payload, available_at, due, weight, context)
  select job.id, tenant_id, job_kind, jsonb_build_object('messageIds', job.message_ids),
         coalesce(send_at, now()), coalesce(send_at, now()) <= now(), job.weight, context
  from accepted join ${GIVEN_JOBS} as job on job.call = accepted.n
), used as (${countUsageSql('accepted')}
), ${countAcceptedSql('accepted')}
select call.n, call.allowed, ${KNOWN_TOPIC} as "knowsTopic", accepted.n is not null as accepted, suppressed.recipients as suppressed
from call left join accepted using (n) left join suppressed using (n)`,
);

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
  const formsOf = (address: string) => (isAsking ? storedForms(address) : erased.formsOf(tenantId, address));
  return messages.map(({ id, recipient }) => ({ call, id, recipient, addresses: formsOf(recipient) }));
}

function jobsOf({ messages }: Submission, call: number): NumberedJob[] {
  const jobs: NumberedJob[] = [];
  for (let start = 0; start < messages.length; start += MESSAGES_PER_JOB) {
    jobs.push({ call, messageIds: messages.slice(start, start + MESSAGES_PER_JOB).map(({ id }) => id) });
  }
  return jobs;
}
