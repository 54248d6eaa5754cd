/** Parameters: tenant, ids of messages. What the bodies of other services say of e-mails beyond their events. */
export const EMAIL_FACTS = `
  select m.id, m.content_id as "contentId", m.created_at as "createdAt", m.topic, c.to_addresses as "toAddresses",
         c.cc_addresses as "ccAddresses", c.reply_to as "replyTo", c.headers
  from message m join message_content c on c.tenant_id = m.tenant_id and c.id = m.content_id
  where m.tenant_id = $1 and m.id = any($2::text[])`;
