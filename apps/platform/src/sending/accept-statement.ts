import type { PoolClient } from 'pg';
import { nextPosition } from '#libs/persistence';
import type { Acceptance, Submission } from './submission.js';

/*
 * Everything that accepting writes, in one statement for any number of submissions: the idempotency keys first, since
 * one that does not get its key writes nothing else.
 */
const ACCEPT = `
with call as materialized (
  select given.*, given.domain is null or exists (
      select from sending_domain d
      where d.tenant_id = given.tenant_id and d.name = given.domain and d.verified_at is not null) as allowed
  from json_to_recordset($1::json) as given (
    n int, tenant_id text, channel text, environment text, sender text, domain text, content_id text, outbox_id bigint,
    subject text, body_text text, body_html text, to_addresses text[], cc_addresses text[], reply_to text[],
    headers jsonb, attachments jsonb, data jsonb, tags jsonb, template_id text, send_at timestamptz, message_ids jsonb,
    counted boolean, api_calls int, route text, key text, body_hash text)
), held as (
  insert into idempotency_key as known (tenant_id, route, key, body_hash, response, expires_at)
  select tenant_id, route, key, body_hash, message_ids, now() + interval '24 hours'
  from call where allowed and key is not null order by tenant_id, route, key
  on conflict (tenant_id, route, key) do update
    set body_hash = excluded.body_hash, response = excluded.response, created_at = now(), expires_at = excluded.expires_at
    where known.expires_at < now()
  returning tenant_id, route, key
), accepted as materialized (
  select call.* from call left join held using (tenant_id, route, key)
  where call.allowed and (call.key is null or held.key is not null)
), content as (
  insert into message_content (tenant_id, id, body_text, body_html, to_addresses, cc_addresses, reply_to, headers,
                               attachments, data)
  select tenant_id, content_id, body_text, body_html, to_addresses, cc_addresses, reply_to, headers, attachments, data
  from accepted
), messages as (
  insert into message (tenant_id, id, channel, status, environment, sender, recipient, subject, content_id, tags,
                       template_id, scheduled_at)
  select accepted.tenant_id, given.id, channel, 'queued', environment, sender, given.recipient, subject, content_id, tags,
         template_id, send_at
  from accepted join json_to_recordset($2::json) as given (n int, id text, recipient text) using (n)
), promised as (
  insert into outbox (id, tenant_id, kind, payload, available_at)
  select outbox_id, tenant_id, channel || '.deliver', jsonb_build_object('messageIds', message_ids),
         coalesce(send_at, now())
  from accepted
), used as (
  insert into usage_counter as total (tenant_id, period, emails_sent, sms_sent, push_sent, api_calls)
  select tenant_id, to_char(now() at time zone 'UTC', 'YYYY-MM'),
         coalesce(sum(jsonb_array_length(message_ids)) filter (where channel = 'email'), 0),
         coalesce(sum(jsonb_array_length(message_ids)) filter (where channel = 'sms'), 0),
         coalesce(sum(jsonb_array_length(message_ids)) filter (where channel = 'push'), 0), sum(api_calls)
  from accepted where counted group by tenant_id order by tenant_id
  on conflict (tenant_id, period) do update
    set emails_sent = total.emails_sent + excluded.emails_sent, sms_sent = total.sms_sent + excluded.sms_sent,
        push_sent = total.push_sent + excluded.push_sent, api_calls = total.api_calls + excluded.api_calls,
        updated_at = now()
), reported as (
  insert into event_count as total (tenant_id, hour, channel, template_id, event, count)
  select tenant_id, date_trunc('hour', now(), 'UTC'), channel, coalesce(template_id, ''), 'accepted',
         sum(jsonb_array_length(message_ids))
  from accepted where counted group by 1, 3, 4 order by 1, 3, 4
  on conflict on constraint event_count__pk do update set count = total.count + excluded.count
)
select call.n, call.allowed, accepted.n is not null as accepted from call left join accepted using (n)`;

/** Writes what may be accepted of the submissions, in a transaction of their tenants; an outcome for each, in order. */
export async function acceptSubmissions(client: PoolClient, submissions: readonly Submission[]): Promise<Acceptance[]> {
  const { rows } = await client.query<{ n: number; allowed: boolean; accepted: boolean }>({
    name: 'accept-submissions',
    text: ACCEPT,
    values: [JSON.stringify(submissions.map(toCallRow)), JSON.stringify(submissions.flatMap(toMessageRows))],
  });
  const outcomes = new Array<Acceptance>(submissions.length);
  for (const { n, allowed, accepted } of rows) {
    outcomes[n] = accepted ? 'accepted' : allowed ? 'repeated' : 'unverified';
  }
  return outcomes;
}

function toCallRow(submission: Submission, n: number): object {
  const { content, idempotency } = submission;
  return {
    n,
    tenant_id: submission.tenantId,
    channel: submission.channel,
    environment: submission.environment,
    sender: submission.sender,
    domain: submission.requiredDomain,
    content_id: submission.messages[0]?.id,
    outbox_id: nextPosition(),
    subject: submission.subject,
    body_text: content.text,
    body_html: content.html,
    to_addresses: content.to,
    cc_addresses: content.cc,
    reply_to: content.replyTo,
    headers: content.headers,
    attachments: content.attachments,
    data: content.data,
    tags: submission.tags,
    template_id: submission.templateId,
    send_at: submission.sendAt,
    message_ids: submission.messages.map(({ id }) => id),
    counted: submission.counted,
    api_calls: submission.apiCalls,
    route: idempotency?.route,
    key: idempotency?.key,
    body_hash: idempotency?.bodyHash,
  };
}

function toMessageRows({ messages }: Submission, n: number): object[] {
  return messages.map(({ id, recipient }) => ({ n, id, recipient }));
}
