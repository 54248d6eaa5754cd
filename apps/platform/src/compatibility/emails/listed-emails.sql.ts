import { many, prepared, type SqlExecutor, idAt, positionOf, type TenantId } from '#libs/core/persistence';
import { CALL_SPAN } from './their-emails.sql.js';

/** Addresses of an e-mail, and the recipients of all its messages. */
export interface AddressesOfCall {
  id: string;
  toAddresses: string[];
  ccAddresses: string[];
  replyTo: string[];
  recipients: string[];
}

/** Parameters: tenant, first messages of calls, ends of their spans. */
const ADDRESSES_OF_CALLS = prepared(
  'addresses-of-calls',
  `
  select asked.id, content.*, array(
    select recipient from message
    where tenant_id = $1 and id >= asked.id and id < asked.before and content_id = asked.id order by id limit 50
  ) as recipients
  from unnest($2::text[], $3::text[]) asked(id, before) cross join lateral (
    select to_addresses as "toAddresses", cc_addresses as "ccAddresses", reply_to as "replyTo" from message_content
    where tenant_id = $1 and id = asked.id offset 0
  ) content`,
);

/** Addresses of e-mails by the ids of their first messages, each looked up by its own. */
export async function listAddressesOfCalls(
  tx: SqlExecutor,
  tenantId: TenantId,
  ids: readonly string[],
): Promise<Map<string, AddressesOfCall>> {
  const ends = ids.map((id) => idAt('msg', positionOf(id) + CALL_SPAN));
  const rows = await many<AddressesOfCall>(tx, ADDRESSES_OF_CALLS, [tenantId, ids, ends]);
  return new Map(rows.map((row) => [row.id, row]));
}
