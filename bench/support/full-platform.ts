import type { BenchTenant, Platform } from './platform.js';
import { fillMessages } from './spread-messages.js';

/** Traces of the messages of a tenant, and the addresses that it writes to. */
const FILL = [
  `insert into message_content (tenant_id, id, body_text, to_addresses, headers)
   select tenant_id, id, 'Thank you for your order. It is on its way.', array[recipient], '{"X-Campaign": "orders"}'
     from message where tenant_id = $1`,
  `insert into message_tag (tenant_id, tag, message_id)
   select tenant_id, tag, id from message, unnest(array['kind:order', 'step:shipped']) as tag where tenant_id = $1`,
  `insert into message_event (tenant_id, message_id, id, type, occurred_at)
   select tenant_id, id, 'evt' || right(id, 17), 'sent', created_at from message where tenant_id = $1`,
  `insert into idempotency_key (tenant_id, route, key, body_hash, response, expires_at)
   select tenant_id, 'emails.send', md5(id), md5(id), jsonb_build_object('messageIds', array[id]), now() + interval '1 day'
     from message where tenant_id = $1`,
  `insert into suppression (tenant_id, address, id, position, reason, source)
   select tenant_id, 'gone.' || recipient, gen_random_uuid(), row_number() over (), 'bounce', 'report' from message where tenant_id = $1`,
];

const FILLED = 'message_content, message_tag, message_event, idempotency_key, suppression';

/** Fills a tenant with so many sent e-mails and what belongs to them, and as many suppressed addresses; with statistics. */
export async function fillPlatform(platform: Platform, tenant: BenchTenant, count: number): Promise<void> {
  await fillMessages(platform, tenant, count);
  for (const statement of FILL) await platform.admin.query(statement, [tenant.id]);
  await platform.admin.query(`vacuum (analyze) ${FILLED}`);
}
