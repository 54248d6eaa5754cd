/** Parameters: tenant, contacts. The last change of the stage is the one that made a customer a customer. */
export const ACTIVITY_TIMES = `
  select contact_id as "contactId", min(created_at) as "firstAt",
         max(created_at) filter (where type = 'stage-changed') as "stageAt"
    from activity where tenant_id = $1 and contact_id = any ($2) group by contact_id`;
