/** Parameters: tenant, numbers. */
export const DELETE_SHARED_TEXTS = `delete from shared_sender_text where tenant_id = $1 and recipient = any ($2::text[])`;
