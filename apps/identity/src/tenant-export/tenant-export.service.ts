import { Inject, Injectable } from '@nestjs/common';
import { recordAudit } from '#libs/core/audit';
import { WindowLimit } from '#libs/core/limits';
import { Database, type Id } from '#libs/core/persistence';
import type { RedisClient } from '#libs/core/redis';
import { LIMITS_REDIS } from '../limits/limits.module.js';
import { OwnerCheck } from '../tenants/owner-check.js';

const A_DAY = { name: 'identity:tenant-exports', times: 5, seconds: 86_400 };

const TOO_MANY = `An account can be exported ${A_DAY.times} times a day. Try again later`;

/** An owner takes away what their tenant has. */
@Injectable()
export class TenantExportService {
  private readonly limit: WindowLimit;

  constructor(
    private readonly database: Database,
    private readonly owners: OwnerCheck,
    @Inject(LIMITS_REDIS) redis: RedisClient,
  ) {
    this.limit = new WindowLimit(redis, A_DAY);
  }

  /**
   * When this returns, the audit log has an entry of the export.
   * @throws Problem NotFound, PermissionDenied, AuthorizationError (wrong password), Throttling for the sixth of a day
   */
  async allow(id: string, userId: Id<'usr'>, password: string): Promise<void> {
    const tenantId = await this.owners.confirm(id, userId, password);
    await this.limit.enforce(tenantId, TOO_MANY);
    const object = { type: 'tenant', id: tenantId };
    await this.database.tenant(tenantId, (tx) => recordAudit(tx, { action: 'tenant.exported', object, tenantId }));
  }
}
