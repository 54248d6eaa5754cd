import { IS_LEAD_OF } from '../leads/erase-leads.sql.js';

/**
 * Deletes the sessions and recordings, and returns the ids of the sessions, of the visitors who sent the leads of a person with consent. A link whose lead is gone
 * counts, too, because the leads of the person may be deleted already. Parameters: tenant, ids of leads, addresses, numbers.
 */
export const DELETE_VISITORS_OF = `
  with linked as (
    delete from visitor_lead
    where tenant_id = $1 and (
      lead_id = any ($2::text[])
      or not exists (select from lead where tenant_id = $1 and id = lead_id and ${IS_LEAD_OF} is not true))
    returning visitor_id
  ), sessions as (
    delete from session
    where tenant_id = $1 and visitor_id in (select visitor_id from linked)
    returning id
  ), replays as (
    delete from replay_session
    where tenant_id = $1 and visitor_id in (select visitor_id from linked)
    returning id, day
  ), chunks as (
    delete from replay_chunk using replays
    where tenant_id = $1 and replay_id = replays.id and replay_chunk.day = replays.day
  )
  select id from sessions`;
