/** Parameters: tenant, name, whether it is passed, id of the event. Ids of events (UUIDv7) are in the order of their times. */
export const TELL_DOMAIN = `
  insert into passed_domain (tenant_id, name, is_passed, told_by)
  values ($1, $2, $3, $4)
  on conflict (tenant_id, name) do update
    set is_passed = excluded.is_passed, told_by = excluded.told_by
    where passed_domain.told_by < excluded.told_by`;
