import { escapeLike, many, type SqlExecutor, type TenantId } from '#libs/core/persistence';

/** An address that a message may go to. */
export interface Suggestion {
  name: string;
  address: string;
  /** Null if it is no contact. */
  contactId: string | null;
}

/** Number of the latest sent messages that suggestions are made from. */
const MESSAGES = 500;

/** Days after which a use counts half. */
const HALF_LIFE_DAYS = 30;

/**
 * Recipients are read from the sent messages: a send writes nothing more for them, and those of a cancelled or deleted message
 * are gone. A contact comes by its own name; one that was never written to comes after those that were.
 */
const SUGGESTIONS = `
  with sent as (
    select "to" || cc || bcc as recipients, sorted_at
      from mail_message
     where tenant_id = $1 and mailbox_id = $2
       and folder_id = (select id from folder where tenant_id = $1 and mailbox_id = $2 and kind = 'sent')
     order by sorted_at desc, id desc
     limit ${MESSAGES}
  ), used as (
    select lower(recipient ->> 'address') as key,
           (array_agg(recipient ->> 'address' order by sorted_at desc))[1] as address,
           coalesce((array_agg(recipient ->> 'name' order by sorted_at desc)
             filter (where recipient ->> 'name' <> ''))[1], '') as name,
           sum(power(0.5, extract(epoch from greatest(now() - sorted_at, '0')) / 86400 / ${HALF_LIFE_DAYS})) as weight
      from sent cross join lateral jsonb_array_elements(recipients) as recipient
     group by lower(recipient ->> 'address')
  ), contact as (
    select id, lower(email) as key, email, name from mailbox_contact where tenant_id = $1 and mailbox_id = $2
  ), known as (
    select coalesce(contact.email, used.address) as address,
           coalesce(nullif(contact.name, ''), used.name, '') as name,
           contact.id as contact_id,
           coalesce(used.weight, 0) as weight
      from used full join contact on contact.key = used.key
  )
  select name, address, contact_id as "contactId" from known
   where $3::text is null or name ilike $3 or address ilike $3
   order by weight desc, lower(coalesce(nullif(name, ''), address)), address
   limit $4`;

/** The likeliest recipients whose name or address contains a text, by how often and how lately they were written to. */
export const listSuggestions = (
  tx: SqlExecutor,
  tenantId: TenantId,
  mailboxId: string,
  text: string | undefined,
  limit: number,
): Promise<Suggestion[]> =>
  many<Suggestion>(tx, SUGGESTIONS, [tenantId, mailboxId, text ? `%${escapeLike(text)}%` : null, limit]);
