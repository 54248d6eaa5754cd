/** Parameters: tenant, ids of content. */
export const DELETE_ATTACHMENTS = `
  delete from message_attachment where tenant_id = $1 and content_id = any ($2::text[])`;

/** Messages that their senders wrote, in content that others have, too: the headers name the recipients. Parameters: tenant, ids of content. */
export const DELETE_RAW = `
  delete from message_attachment a where tenant_id = $1 and content_id = any ($2::text[]) and not exists (
    select from message_content c where c.tenant_id = $1 and c.id = a.content_id
       and c.attachments @> jsonb_build_array(jsonb_build_object('hash', a.hash)))`;
