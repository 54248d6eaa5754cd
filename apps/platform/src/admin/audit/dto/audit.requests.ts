import { ArgsType } from '@nestjs/graphql';
import { pageQuery, QueryPublicId, QueryText, QueryTimestamp } from '#libs/core/http';
import type { TenantId } from '#libs/core/persistence';

/** Filters by which a tenant's admins search the audit log. */
@ArgsType()
export class AuditFilters {
  @QueryText({ max: 100, description: 'Id of the user or of the API key that acted.' })
  actor?: string;

  @QueryText({ max: 100, description: 'An action such as tenant.suspended, or a prefix such as tenant.*.' })
  action?: string;

  @QueryText({ max: 500, description: 'Id of the object of the action.' })
  object?: string;

  @QueryTimestamp({ description: 'From this moment on.' })
  from?: string;

  @QueryTimestamp({ description: 'Before this moment.' })
  to?: string;
}

@ArgsType()
export class ConsoleAuditFilters extends AuditFilters {
  @QueryPublicId('acc', { description: 'The tenant whose data it is about.' })
  tenant?: TenantId;
}

export class ListAuditQuery extends pageQuery(200, AuditFilters) {}

export class ConsoleAuditQuery extends pageQuery(200, ConsoleAuditFilters) {}
