/** Parameters: tenant, ids of content. */
export const DELETE_ATTACHMENTS = `
  delete from message_attachment where tenant_id = $1 and content_id = any ($2::text[])`;
