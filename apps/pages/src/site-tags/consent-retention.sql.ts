/** Deletes some decisions of before $1, at most $2. */
export const DELETE_DECISIONS = `
  delete from consent_decision where ctid = any (array(
    select ctid from consent_decision where decided_at < $1 order by decided_at limit $2))`;

/** Deletes tags that were replaced before $1, at most $2: those that hold stay. */
export const DELETE_REPLACED_TAGS = `
  delete from site_tags where ctid = any (array(
    select one.ctid from site_tags one
    where one.created_at < $1 and exists (
      select from site_tags next
      where next.tenant_id = one.tenant_id and next.number = one.number + 1 and next.created_at < $1)
    order by one.created_at limit $2))`;
