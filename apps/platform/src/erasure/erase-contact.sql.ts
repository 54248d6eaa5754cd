/**
 * Selects the messages that were sent to the addresses; every statement is built on it. Parameters: tenant, e-mail addresses
 * in lower case, telephone numbers.
 */
const MESSAGES_TO = `
  select id, content_id from message
   where tenant_id = $1 and (lower(recipient) = any ($2::text[]) or recipient = any ($3::text[]))`;

/** The ids of the messages to the addresses, and of their content. Parameters: tenant, e-mail addresses, numbers. */
export const LIST_MESSAGES_TO = `select id, content_id as "contentId" from (${MESSAGES_TO}) sent`;

/** Messages stay in the counts; nothing that a person could be known by stays. Parameters: tenant, ids. */
export const EMPTY_MESSAGES = `
  update message set recipient = '', subject = '', tags = null, error = null, updated_at = now(),
         status = case when status in ('queued', 'processing') then 'cancelled' else status end
   where tenant_id = $1 and id = any ($2::text[])`;

/** Returns the tags that the messages had, as `key:value`. Parameters: tenant, ids. */
export const DELETE_TAGS = `
  with gone as (delete from message_tag where tenant_id = $1 and message_id = any ($2::text[]) returning tag)
  select distinct tag from gone`;

/** Addresses of clicks, bounces and their texts. Parameters: tenant, ids of messages. */
export const EMPTY_EVENTS = `
  update message_event set detail = null where tenant_id = $1 and message_id = any ($2::text[]) and detail is not null`;

/** Parameters: tenant, ids of messages. */
export const DELETE_REPORTS = `delete from feedback_report where tenant_id = $1 and message_id = any ($2::text[])`;

/** Content that only messages to the addresses have. Parameters: tenant, ids of content, ids of messages. */
export const LIST_OWN_CONTENT = `
  select given.id from unnest($2::text[]) as given (id)
   where not exists (
     select from message where tenant_id = $1 and content_id = given.id and message.id <> all ($3::text[]))`;

/** Parameters: tenant, ids of content. */
export const DELETE_ATTACHMENTS = `
  delete from message_attachment where tenant_id = $1 and content_id = any ($2::text[])`;

/** Parameters: tenant, ids of content. */
export const EMPTY_CONTENT = `
  update message_content set body_text = null, body_html = null, headers = null, attachments = null, data = null,
         to_addresses = '{}', cc_addresses = '{}', reply_to = '{}'
   where tenant_id = $1 and id = any ($2::text[])`;

/**
 * Takes the addresses out of content that other recipients have, too, and empties a text that names one of them.
 * Parameters: tenant, ids, addresses, numbers.
 */
export const REMOVE_ADDRESSES = `
  update message_content set
         body_text = case when ${isOther("coalesce(body_text, '')")} then body_text end,
         body_html = case when ${isOther("coalesce(body_html, '')")} then body_html end,
         headers = case when ${isOther("coalesce(headers::text, '')")} then headers end,
         data = case when ${isOther("coalesce(data::text, '')")} then data end,
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

/** Webhooks that name a message or an address. Parameters: tenant, texts. */
export const DELETE_DELIVERIES = `
  with gone as (
    delete from webhook_delivery
     where tenant_id = $1 and exists (select from unnest($2::text[]) as mine where position(mine in lower(payload)) > 0)
    returning tenant_id, id)
  delete from webhook_attempt a using gone where a.tenant_id = gone.tenant_id and a.delivery_id = gone.id`;

/** Answers that were kept for repeated calls. Parameters: tenant, texts. */
export const DELETE_ANSWERS = `
  delete from idempotency_key
   where tenant_id = $1 and exists (select from unnest($2::text[]) as mine where position(mine in lower(response::text)) > 0)`;

/** The lists count their members themselves. Parameters: tenant, addresses, numbers. */
export const DELETE_CONTACTS = `
  with gone as (
    select id from contact where tenant_id = $1 and (email_key = any ($2::text[]) or phone = any ($3::text[]))
  ), members as (
    delete from contact_list_member m using gone where m.tenant_id = $1 and m.contact_id = gone.id
    returning m.list_id, m.pending_since
  ), counted as (
    update contact_list set member_count = member_count - c.count, pending_count = pending_count - c.pending
      from (select list_id, count(*)::int as count, count(pending_since)::int as pending from members group by list_id) c
     where tenant_id = $1 and id = c.list_id
  )
  delete from contact using gone where contact.tenant_id = $1 and contact.id = gone.id`;

/**
 * Forgets what is known of the consents of addresses; returns those that consented after the erasure, which stay known.
 * Parameters: tenant, addresses and numbers, when the contact was erased.
 */
export const DELETE_NOTICES = `
  with fresh as (
    select address from consent_notice
     where tenant_id = $1 and address = any ($2::text[]) and not suppressed and occurred_at > $3
  ), gone as (
    delete from consent_notice
     where tenant_id = $1 and address = any ($2::text[]) and address not in (select address from fresh)
  )
  select address from fresh`;

/** Parameters: tenant, numbers. */
export const DELETE_SHARED_TEXTS = `delete from shared_sender_text where tenant_id = $1 and recipient = any ($2::text[])`;
