import type { PoolClient } from 'pg';
import { nextPosition, type Id, type TenantId } from '#libs/persistence';
import type { EmailDraft } from './email-draft.js';
import type { Idempotency } from './idempotency.js';

/** One call's e-mail on its way into the database. */
export interface EmailSubmission {
  tenantId: TenantId;
  environment: 'live' | 'test';
  draft: EmailDraft;
  messageIds: Id<'msg'>[];
  /** The domain that the tenant must have verified; null when the sender's needs no verification. */
  requiredDomain: string | null;
  idempotency: Idempotency | null;
  /** Whether it counts towards usage and quota. */
  counted: boolean;
  /** Calls of the API that it stands for: one, or none for an item of a batch. */
  apiCalls: number;
}

/**
 * accepted: durable. repeated: the key is held by an earlier call, whose answer counts. unverified: the sender's domain
 * is not verified, and nothing was written.
 */
export type Acceptance = 'accepted' | 'repeated' | 'unverified';

/*
 * Everything that accepting writes, in one statement for any number of calls: the idempotency keys first, since a call
 * that does not get its key writes nothing else.
 */
const ACCEPT = `
with call as materialized (
  select given.*, given.domain is null or exists (
      select from sending_domain d
      where d.tenant_id = given.tenant_id and d.name = given.domain and d.verified_at is not null) as allowed
  from json_to_recordset($1::json) as given (
    n int, tenant_id text, environment text, sender text, domain text, content_id text, outbox_id bigint, subject text,
    body_text text, body_html text, to_addresses text[], cc_addresses text[], reply_to text[], headers jsonb,
    attachments jsonb, tags jsonb, message_ids jsonb, counted boolean, api_calls int,
    route text, key text, body_hash text)
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
                               attachments)
  select tenant_id, content_id, body_text, body_html, to_addresses, cc_addresses, reply_to, headers, attachments
  from accepted
), messages as (
  insert into message (tenant_id, id, channel, status, environment, sender, recipient, subject, content_id, tags)
  select accepted.tenant_id, given.id, 'email', 'queued', environment, sender, given.recipient, subject, content_id, tags
  from accepted join json_to_recordset($2::json) as given (n int, id text, recipient text) using (n)
), promised as (
  insert into outbox (id, tenant_id, kind, payload)
  select outbox_id, tenant_id, 'email.deliver', jsonb_build_object('messageIds', message_ids) from accepted
), used as (
  insert into usage_counter as total (tenant_id, period, emails_sent, api_calls)
  select tenant_id, to_char(now() at time zone 'UTC', 'YYYY-MM'), sum(jsonb_array_length(message_ids)), sum(api_calls)
  from accepted where counted group by tenant_id order by tenant_id
  on conflict (tenant_id, period) do update
    set emails_sent = total.emails_sent + excluded.emails_sent, api_calls = total.api_calls + excluded.api_calls,
        updated_at = now()
)
select call.n, call.allowed, accepted.n is not null as accepted from call left join accepted using (n)`;

/** Writes what may be accepted of the submissions, in a transaction of their tenants; an outcome for each, in order. */
export async function acceptSubmissions(
  client: PoolClient,
  submissions: readonly EmailSubmission[],
): Promise<Acceptance[]> {
  const { rows } = await client.query<{ n: number; allowed: boolean; accepted: boolean }>({
    name: 'accept-emails',
    text: ACCEPT,
    values: [JSON.stringify(submissions.map(toCallRow)), JSON.stringify(submissions.flatMap(toMessageRows))],
  });
  const outcomes = new Array<Acceptance>(submissions.length);
  for (const { n, allowed, accepted } of rows) {
    outcomes[n] = accepted ? 'accepted' : allowed ? 'repeated' : 'unverified';
  }
  return outcomes;
}

function toCallRow(submission: EmailSubmission, n: number): object {
  const { tenantId, environment, draft, messageIds, requiredDomain, idempotency, counted, apiCalls } = submission;
  return {
    n,
    tenant_id: tenantId,
    environment,
    sender: draft.source,
    domain: requiredDomain,
    content_id: messageIds[0],
    outbox_id: nextPosition(),
    subject: draft.subject,
    body_text: draft.text,
    body_html: draft.html,
    to_addresses: draft.to,
    cc_addresses: draft.cc,
    reply_to: draft.replyTo,
    headers: draft.headers,
    attachments: draft.attachments,
    tags: draft.tags,
    message_ids: messageIds,
    counted,
    api_calls: apiCalls,
    route: idempotency?.route,
    key: idempotency?.key,
    body_hash: idempotency?.bodyHash,
  };
}

function toMessageRows({ messageIds, draft }: EmailSubmission, n: number): object[] {
  return messageIds.map((id, index) => ({ n, id, recipient: draft.recipients[index] }));
}
