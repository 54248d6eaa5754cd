import { many, pageStart, type SqlExecutor, type TenantId } from '#libs/core/persistence';
import { CHANNEL_PREFIX } from '../channel.js';
import { COLUMNS, type ListedMessage } from './message-filter.sql.js';

/** A message, and the recipient by which it was found. */
export type MessageOfRecipient = ListedMessage & { asked: string };

/**
 * The newest messages to each recipient, as it is written in them: of an address the e-mails, else the texts. Both ends of the
 * range of ids stand in each look-up, so that it reads an index for each partition of that channel.
 */
export async function listMessagesOfRecipients(
  tx: SqlExecutor,
  tenantId: TenantId,
  recipients: readonly string[],
  limit: number,
): Promise<MessageOfRecipient[]> {
  const prefixes = recipients.map((recipient) => CHANNEL_PREFIX[recipient.includes('@') ? 'email' : 'sms']);
  return many(
    tx,
    `select found.*, given.asked
       from unnest($2::text[], $3::text[], $4::text[]) as given (asked, first_id, before_id) cross join lateral (
         select ${COLUMNS} from message
          where tenant_id = $1 and recipient = given.asked and id >= given.first_id and id < given.before_id
          order by id desc limit $5
       ) as found`,
    [
      tenantId,
      recipients,
      prefixes.map((prefix) => `${prefix}_`),
      prefixes.map((prefix) => pageStart(prefix, undefined)),
      limit,
    ],
  );
}
