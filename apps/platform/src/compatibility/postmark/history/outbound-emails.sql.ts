import { idAt, many, positionOf, type SqlExecutor, type TenantId } from '#libs/core/persistence';
import { CALL_SPAN } from '../../emails/their-emails.sql.js';

/** Content of an e-mail as far as a list shows it. */
export interface ListedContent {
  id: string;
  toAddresses: string[];
  ccAddresses: string[];
  /** Names of the files. */
  fileNames: string[];
  data: Record<string, unknown> | null;
}

/** Lists the contents with these ids, without their texts. */
export async function listContents(
  tx: SqlExecutor,
  tenantId: TenantId,
  ids: readonly string[],
): Promise<ListedContent[]> {
  return many(
    tx,
    `select id, to_addresses as "toAddresses", cc_addresses as "ccAddresses", data,
            jsonb_path_query_array(coalesce(attachments, '[]'), '$[*].fileName') as "fileNames"
       from message_content where tenant_id = $1 and id = any($2::text[])`,
    [tenantId, ids],
  );
}

/** Messages after the first of a call among which those of the call are looked for, with those of calls made meanwhile. */
const NEIGHBOURS = 250;

/** Lists the recipients of calls, each of which has the id of its first message. */
export async function listRecipients(
  tx: SqlExecutor,
  tenantId: TenantId,
  calls: readonly string[],
): Promise<{ call: string; recipient: string }[]> {
  const ends = calls.map((id) => idAt('msg', positionOf(id) + CALL_SPAN));
  return many(
    tx,
    `select asked.id as call, near.recipient
       from unnest($2::text[], $3::text[]) as asked (id, end_id) cross join lateral (
         select id, recipient, content_id from message
          where tenant_id = $1 and id >= asked.id and id < asked.end_id order by id limit ${NEIGHBOURS}
       ) as near where near.content_id = asked.id order by near.id`,
    [tenantId, calls, ends],
  );
}
