/** Parameters: tenant, ids of messages. */
export const DELETE_REPORTS = `delete from feedback_report where tenant_id = $1 and message_id = any ($2::text[])`;
