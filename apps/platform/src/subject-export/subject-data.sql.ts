/** Parameters: tenant, e-mail addresses in lower case, telephone numbers, rows. */
export const CONTACTS_OF = `
  select c.id, c.external_id as "externalId", c.email, c.phone, c.name, c.attributes, c.created_at as "createdAt",
         array(select list.name from contact_list_member m
                 join contact_list list on list.tenant_id = m.tenant_id and list.id = m.list_id
                where m.tenant_id = c.tenant_id and m.contact_id = c.id order by list.name) as lists
    from contact c
   where c.tenant_id = $1 and (c.email_key = any ($2::text[]) or c.phone = any ($3::text[]))
   order by c.id limit $4`;

/** Parameters: tenant, addresses and numbers, rows. */
export const SUPPRESSIONS_OF = `
  select address, sender, reason, source, created_at as "createdAt"
    from suppression where tenant_id = $1 and address = any ($2::text[]) order by position limit $3`;

/** Newest first. Parameters: tenant, e-mail addresses in lower case, telephone numbers, rows. */
export const MESSAGES_TO = `
  select id, channel, status, environment, sender, recipient, subject, template_id as "templateId", tags, error,
         internet_message_id as "internetMessageId",
         created_at as "createdAt", scheduled_at as "scheduledAt", sent_at as "sentAt"
    from message
   where tenant_id = $1 and (lower(recipient) = any ($2::text[]) or recipient = any ($3::text[]))
   order by id desc limit $4`;

/** E-mails that came from the person, newest first. Parameters: tenant, e-mail addresses in lower case, rows. */
export const RECEIVED_FROM = `
  select id, envelope_from as "envelopeFrom", recipients, content ->> 'subject' as subject,
         content ->> 'messageId' as "messageId", received_at as "receivedAt"
    from received_email
   where tenant_id = $1 and (lower(envelope_from) = any ($2::text[]) or lower(content #>> '{from,address}') = any ($2::text[]))
   order by id desc limit $3`;

/** Texts that a person sent, newest first. Parameters: tenant, telephone numbers, rows. */
export const TEXTS_FROM = `
  select id, sender, recipient, body, keyword, received_at as "receivedAt"
    from received_text where tenant_id = $1 and sender = any ($2::text[]) order by id desc limit $3`;

/** Events of messages. Parameters: tenant, ids of messages, rows. */
export const EVENTS_OF = `
  select message_id as "messageId", type, occurred_at as "occurredAt", detail
    from message_event where tenant_id = $1 and message_id = any ($2::text[]) order by message_id desc, id limit $3`;
