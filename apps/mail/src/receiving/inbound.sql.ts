import type { CarriedContext } from '#libs/core/observability';
import {
  entityColumns,
  exec,
  many,
  nextPosition,
  prepared,
  RowParameters,
  rowsByKeys,
  SET_TENANTS_SQL,
  type SqlExecutor,
  type TenantId,
} from '#libs/core/persistence';
import { BLOB_PARAMETERS, type BlobOfTenant, blobValues, insertBlobsSql } from '#libs/core/storage';
import { DELIVER_JOB } from './inbound-jobs.js';
import { InboundMessage } from './inbound-message.entity.js';

const ROWS = new RowParameters(entityColumns(InboundMessage, { without: [] }));

const INSERT_INBOUND = prepared(
  'insert-inbound',
  `insert into inbound_message (${ROWS.names.join(', ')})
         select ${ROWS.names.join(', ')} from ${ROWS.sql(1)} given`,
);

export async function insertInbound(tx: SqlExecutor, messages: readonly InboundMessage[]): Promise<void> {
  await exec(tx, INSERT_INBOUND, ROWS.values(messages));
}

/** A message with its bytes and the context that its job carries. */
export interface AcceptedInbound {
  message: InboundMessage;
  /** Blob of its bytes, without content if they are durable already. */
  blob: BlobOfTenant;
  context: CarriedContext | null;
}

const JOBS = new RowParameters<AcceptedInbound>({
  id: { type: 'bigint', of: () => nextPosition() },
  kind: { type: 'text', of: () => DELIVER_JOB },
  inbound_id: { type: 'uuid', of: ({ message }) => message.id },
  context: { type: 'jsonb', of: ({ context }) => context },
});

const BLOBS_AT = 2 + ROWS.parameters;
const JOBS_AT = BLOBS_AT + BLOB_PARAMETERS;

/** All that accepting messages writes, in one statement, which is its own transaction. */
const ACCEPT_INBOUND = prepared(
  'accept-inbound',
  `
    with setting as materialized (${SET_TENANTS_SQL}), stored as (${insertBlobsSql(BLOBS_AT)}), added as (
      insert into inbound_message (${ROWS.names.join(', ')})
      select ${ROWS.names.join(', ')} from setting cross join ${ROWS.sql(2)} as given where tenants is not null
      returning tenant_id, id
    )
    insert into outbox (id, tenant_id, kind, payload, context)
    select job.id, added.tenant_id, job.kind, jsonb_build_object('inboundId', added.id), job.context
      from ${JOBS.sql(JOBS_AT)} as job join added on added.id = job.inbound_id`,
);

/** Inserts messages with their bytes and the jobs that deliver them. */
export async function acceptInbound(
  pool: SqlExecutor,
  tenants: string,
  accepted: readonly AcceptedInbound[],
): Promise<void> {
  await exec(pool, ACCEPT_INBOUND, [
    tenants,
    ...ROWS.values(accepted.map(({ message }) => message)),
    ...blobValues(accepted.flatMap(({ blob }) => (blob.content ? blob : []))),
    ...JOBS.values(accepted),
  ]);
}

// What follows is planned each time: the table is empty at rest, and a plan for an empty table would read all of a full one.

// `lateral` makes Postgres set the tenants before it looks at a row, and `offset 0` look up each by itself.
const FIND_INBOUND = `
  with setting as materialized (${SET_TENANTS_SQL})
  select found.* from setting, unnest($3::uuid[]) as asked (id), lateral (
    select tenant_id as "tenantId", id, blob_hash as "blobHash", bytes, envelope_from as "envelopeFrom", recipients,
           report_domain_ids as "reportDomainIds", return_to as "returnTo", client, received_at as "receivedAt"
      from inbound_message
     where setting.tenants is not null and tenant_id = $2 and id = asked.id offset 0) found`;

/** Finds the messages that are there, by their ids. One statement, which is its own transaction. */
export async function findInbound(
  pool: SqlExecutor,
  tenants: string,
  tenantId: TenantId,
  ids: readonly string[],
): Promise<Map<string, InboundMessage>> {
  const found = await many<InboundMessage>(pool, FIND_INBOUND, [tenants, tenantId, ids]);
  return new Map(found.map((message) => [message.id, message]));
}

const KEYS = { tenant_id: '$1::text[]', id: '$2::uuid[]' };

// Nothing changes a row before it is deleted, so that it needs no lock to be where it was found.
const DELETE_INBOUND = `
  delete from inbound_message where ${rowsByKeys('inbound_message', KEYS, { tenant: 'asked.tenant_id' })} returning id`;

/** Returns the ids of those that were there: of two that deliver a message, one deletes it. */
export async function deleteInbound(
  tx: SqlExecutor,
  messages: readonly Pick<InboundMessage, 'tenantId' | 'id'>[],
): Promise<Set<string>> {
  if (messages.length === 0) return new Set();
  const deleted = await many<{ id: string }>(tx, DELETE_INBOUND, [
    messages.map(({ tenantId }) => tenantId),
    messages.map(({ id }) => id),
  ]);
  return new Set(deleted.map(({ id }) => id));
}
