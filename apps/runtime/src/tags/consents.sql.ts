import { prepared } from '#libs/core/persistence';
/** Adds a decision unless it is there. */
export const INSERT_DECISION = prepared(
  'insert-consent-decision',
  `
  insert into consent_decision
    (tenant_id, id, visitor_id, page_id, action, categories, version, language, gpc, decided_at)
  values ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10)
  on conflict (tenant_id, id) do nothing`,
);
