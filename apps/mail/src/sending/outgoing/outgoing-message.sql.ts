import {
  entityColumns,
  exec,
  many,
  prepared,
  RowParameters,
  type SqlExecutor,
  type TenantId,
} from '#libs/core/persistence';
import type { OutgoingRecipient } from './outgoing.js';
import { OutgoingMessage } from './outgoing-message.entity.js';

const ROWS = new RowParameters(entityColumns(OutgoingMessage, { without: ['finishedAt'] }));

const INSERT_OUTGOING = prepared(
  'insert-outgoing',
  `insert into outgoing_message (${ROWS.names.join(', ')})
         select ${ROWS.names.join(', ')} from ${ROWS.sql(1)} given`,
);

export async function insertOutgoing(tx: SqlExecutor, messages: readonly OutgoingMessage[]): Promise<void> {
  await exec(tx, INSERT_OUTGOING, ROWS.values(messages));
}

/** Changes of a message by an attempt. */
export interface OutgoingChange {
  tenantId: TenantId;
  id: string;
  before: readonly OutgoingRecipient[];
  recipients: readonly OutgoingRecipient[];
  finishedAt: Date | null;
}

const CHANGES = new RowParameters<OutgoingChange>({
  tenant_id: { type: 'text', of: ({ tenantId }) => tenantId },
  id: { type: 'uuid', of: ({ id }) => id },
  states: { type: 'jsonb', of: ({ before }) => before.map(({ state }) => state) },
  recipients: { type: 'jsonb', of: ({ recipients }) => recipients },
  finished_at: { type: 'timestamptz', of: ({ finishedAt }) => finishedAt },
});

const UPDATE_OUTGOING = prepared(
  'update-outgoing',
  `
    update outgoing_message o set recipients = given.recipients, finished_at = given.finished_at
      from ${CHANGES.sql(1)} given
     where o.tenant_id = given.tenant_id and o.id = given.id
       -- So that they are found by their ids: a join may read all that the tenant has.
       and o.id = any (array(select unnest($2::uuid[])))
       and jsonb_path_query_array(o.recipients, '$[*].state') = given.states
    returning o.id`,
);

/**
 * Records attempts; returns the ids of the messages. Where another attempt has recorded its outcome meanwhile, this one was a
 * repetition and is not among them.
 */
export async function updateOutgoing(tx: SqlExecutor, changes: readonly OutgoingChange[]): Promise<Set<string>> {
  const rows = await many<{ id: string }>(tx, UPDATE_OUTGOING, CHANGES.values(changes));
  return new Set(rows.map(({ id }) => id));
}
