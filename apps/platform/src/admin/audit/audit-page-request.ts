import { invalidField } from '#libs/core/http';
import type { PageRequest } from '#libs/core/persistence';
import type { AuditPageRequest } from './console-audit.service.js';
import type { AuditFilters } from './dto/audit.requests.js';

/** @throws Problem InvalidParameter for a period that ends before it begins */
export function auditPageRequest({
  actor,
  action,
  object,
  from,
  to,
  cursor = 0,
  limit,
}: AuditFilters & PageRequest): AuditPageRequest {
  const period = { from: from ? new Date(from) : undefined, to: to ? new Date(to) : undefined };
  if (period.from && period.to && period.from > period.to) {
    throw invalidField('InvalidParameter', 'from', 'must not be later than to');
  }
  return { actorId: actor, action, objectId: object, ...period, cursor, limit };
}
