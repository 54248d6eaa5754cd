import type { PreparedStatement } from '#libs/persistence';

/** The active endpoints that want events of at least one of some types. Parameters: tenant, types. */
export const LIST_SUBSCRIBERS = `
  select id, events from webhook_endpoint where tenant_id = $1 and active and events && $2::text[]`;

/** What a worker needs of endpoints to make requests. Parameters: tenant, ids. */
export const LIST_TARGETS: PreparedStatement = {
  name: 'delivery-targets',
  text: `
    select id, url, active, secret, previous_secret as "previousSecret", previous_secret_until as "previousSecretUntil"
    from webhook_endpoint where tenant_id = $1 and id = any($2::text[])`,
};
