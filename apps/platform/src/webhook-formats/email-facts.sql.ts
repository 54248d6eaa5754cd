/**
 * Facts of e-mails beyond their events. Each content is looked up by its id (`offset 0` keeps the look-up apart): a join may read all
 * contents of the tenant. Parameters: tenant, ids of messages.
 */
export const EMAIL_FACTS = `
  select m.id, m.content_id as "contentId", m.created_at as "createdAt", m.topic, c.to_addresses as "toAddresses",
         c.cc_addresses as "ccAddresses", c.reply_to as "replyTo", c.headers
  from message m cross join lateral (
    select * from message_content where tenant_id = m.tenant_id and id = m.content_id offset 0
  ) c
  where m.tenant_id = $1 and m.id = any($2::text[])`;
