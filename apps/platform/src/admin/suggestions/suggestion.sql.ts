/**
 * Parameters: findings as JSON. Inserts the new ones and updates the existing ones; a dismissed suggestion stays until
 * its quiet time is over. Returns the ids of the open suggestions.
 */
export const UPSERT_FINDINGS = `
  insert into block_suggestion as existing (id, kind, value, signal, evidence)
  select gen_random_uuid(), kind, value, signal, evidence
  from jsonb_to_recordset($1::jsonb) as found (kind text, value text, signal text, evidence jsonb)
  order by kind, value, signal
  on conflict on constraint block_suggestion__value__uq do update
    set evidence = excluded.evidence, updated_at = now(),
        created_at = case when existing.status = 'open' then existing.created_at else now() end,
        status = 'open', decided_by = null, quiet_until = null
    where existing.status <> 'dismissed' or existing.quiet_until <= now()
  returning id`;
