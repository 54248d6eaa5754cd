/**
 * Selects the messages that were sent to the addresses; every statement is built on it. Parameters: tenant, e-mail addresses
 * in lower case, telephone numbers.
 */
const MESSAGES_TO = `
  select id, content_id from message
   where tenant_id = $1 and (lower(recipient) = any ($2::text[]) or recipient = any ($3::text[]))`;

/** The ids of the messages to the addresses, and of their content. Parameters: tenant, e-mail addresses, numbers. */
export const LIST_MESSAGES_TO = `select id, content_id as "contentId" from (${MESSAGES_TO}) sent`;

/** Content that only messages to the addresses have. Parameters: tenant, ids of content, ids of messages. */
export const LIST_OWN_CONTENT = `
  select given.id from unnest($2::text[]) as given (id)
   where not exists (
     select from message where tenant_id = $1 and content_id = given.id and message.id <> all ($3::text[]))`;

/** Messages stay in the counts; nothing that a person could be known by stays. Parameters: tenant, ids. */
export const EMPTY_MESSAGES = `
  update message set recipient = '', subject = '', tags = null, origin = null, error = null,
         internet_message_id = null, updated_at = now(),
         status = case when status in ('queued', 'processing') then 'cancelled' else status end
   where tenant_id = $1 and id = any ($2::text[])`;

/** Returns the tags that the messages had, as `key:value`. Parameters: tenant, ids. */
export const DELETE_TAGS = `
  with gone as (delete from message_tag where tenant_id = $1 and message_id = any ($2::text[]) returning tag)
  select distinct tag from gone`;

/** Addresses of clicks, bounces and their texts. Parameters: tenant, ids of messages. */
export const EMPTY_EVENTS = `
  update message_event set detail = null where tenant_id = $1 and message_id = any ($2::text[]) and detail is not null`;

/** Parameters: tenant, ids of content. */
export const EMPTY_CONTENT = `
  update message_content set body_text = null, body_html = null, headers = null, attachments = null, data = null, raw = null,
         to_addresses = '{}', cc_addresses = '{}', reply_to = '{}'
   where tenant_id = $1 and id = any ($2::text[])`;

/**
 * Takes the addresses out of content that other recipients have, too, and empties a text that names one of them. A message that its
 * sender wrote goes as a whole, since the headers name its recipients: to those who wait for it, what is left of its texts is sent.
 * Parameters: tenant, ids, addresses, numbers.
 */
export const REMOVE_ADDRESSES = `
  update message_content set
         body_text = case when ${isOther("coalesce(body_text, '')")} then body_text end,
         body_html = case when ${isOther("coalesce(body_html, '')")} then body_html end,
         headers = case when ${isOther("coalesce(headers::text, '')")} then headers end,
         data = case when ${isOther("coalesce(data::text, '')")} then data end,
         attachments = case when raw is null then attachments end, raw = null,
         to_addresses = array(select a from unnest(to_addresses) a where ${isOther('a')}),
         cc_addresses = array(select a from unnest(cc_addresses) a where ${isOther('a')}),
         reply_to = array(select a from unnest(reply_to) a where ${isOther('a')})
   where tenant_id = $1 and id = any ($2::text[])`;

/** The subjects of that content's messages, if they name one. Parameters: tenant, ids of content, addresses, numbers. */
export const EMPTY_SUBJECTS = `
  update message set subject = '' where tenant_id = $1 and content_id = any ($2::text[]) and not (${isOther('subject')})`;

/** An address may have a name around it. */
function isOther(address: string): string {
  return `not exists (select from unnest($3::text[]) mine where position(mine in lower(${address})) > 0)
      and not exists (select from unnest($4::text[]) mine where position(mine in ${address}) > 0)`;
}
