import { exec, RowParameters, type SqlExecutor } from '#libs/persistence';
import type { InboundMessage } from './inbound-message.entity.js';

const ROWS = new RowParameters<InboundMessage>({
  tenant_id: { type: 'text', of: ({ tenantId }) => tenantId },
  id: { type: 'uuid', of: ({ id }) => id },
  blob_hash: { type: 'text', of: ({ blobHash }) => blobHash },
  bytes: { type: 'int', of: ({ bytes }) => bytes },
  envelope_from: { type: 'text', of: ({ envelopeFrom }) => envelopeFrom },
  recipients: { type: 'jsonb', of: ({ recipients }) => recipients },
  report_domain_ids: { type: 'jsonb', of: ({ reportDomainIds }) => reportDomainIds },
  return_to: { type: 'jsonb', of: ({ returnTo }) => returnTo },
  client: { type: 'jsonb', of: ({ client }) => client },
  received_at: { type: 'timestamptz', of: ({ receivedAt }) => receivedAt },
});

const INSERT_INBOUND = {
  name: 'insert-inbound',
  text: `insert into inbound_message (${ROWS.names.join(', ')})
         select ${ROWS.names.join(', ')} from ${ROWS.sql(1)} given`,
};

export async function insertInbound(tx: SqlExecutor, messages: readonly InboundMessage[]): Promise<void> {
  await exec(tx, INSERT_INBOUND, ROWS.values(messages));
}
