import type { EntityManager } from 'typeorm';
import type { AuditEvent } from '#libs/core/audit';
import { recordTrail } from '../audit-trail.js';
import type { Destination } from './destination.entity.js';

/** Without the query of the URL and the secret, of which it says only whether there is one. */
export function auditedOf({ name, provider, url, config, secret, active }: Destination) {
  const shown = url === null ? null : withoutQuery(url);
  return { name, provider, url: shown, config, hasSecret: secret !== null, active };
}

function withoutQuery(url: string): string {
  const { origin, pathname } = new URL(url);
  return `${origin}${pathname}`;
}

export async function auditDestination(
  tx: EntityManager,
  action: string,
  { tenantId, id }: Destination,
  change: Pick<AuditEvent, 'before' | 'after'>,
): Promise<void> {
  await recordTrail(tx, { action, object: { type: 'destination', id }, tenantId, ...change });
}
