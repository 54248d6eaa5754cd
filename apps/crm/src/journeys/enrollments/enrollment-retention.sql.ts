/**
 * Deletes enrollments of all tenants that ended long ago, with their steps. The newest one of a contact stays for a journey that may be
 * entered once: it is what keeps the contact out. Parameters: days, rows.
 */
export const DELETE_ENDED = `
  with ended as materialized (
    select tenant_id, id from enrollment as old
     where state = 'ended' and ended_at < now() - $1 * interval '1 day'
       and not (
         exists (
           select from journey where journey.tenant_id = old.tenant_id and journey.id = old.journey_id
              and reentry = 'never' and deleted_at is null)
         and not exists (
           select from enrollment as newer where newer.tenant_id = old.tenant_id and newer.contact_id = old.contact_id
              and newer.journey_id = old.journey_id and newer.entered_at > old.entered_at))
     order by ended_at limit $2
  ), steps as (
    delete from enrollment_step as step using ended
     where step.tenant_id = ended.tenant_id and step.enrollment_id = ended.id
  )
  delete from enrollment using ended where enrollment.tenant_id = ended.tenant_id and enrollment.id = ended.id`;
