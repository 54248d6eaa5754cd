import { Injectable } from '@nestjs/common';
import { Every } from '#libs/core/jobs';
import { logger } from '#libs/core/observability';
import { Database, exec, many, type TenantId } from '#libs/core/persistence';
import { SecretBox } from '#libs/core/secrets';
import { LIST_SEALED_KEYS, UPDATE_SEALED_KEY } from './tenant-key.sql.js';
import { TENANT_KEY_PURPOSE } from './tenant-keys.js';

const EVERY_MS = 60_000;
/** Keys that are read at once. */
const BATCH = 500;

interface SealedKey {
  tenantId: TenantId;
  sealed: string;
}

/** Seals the keys of tenants under the current master key, after a new one was put first in the configuration. */
@Injectable()
export class TenantKeyRotation {
  constructor(
    private readonly database: Database,
    private readonly secrets: SecretBox,
  ) {}

  /** Returns how many keys it resealed. The keys themselves stay, so processes that know them need not notice. */
  @Every({ every: EVERY_MS, lock: 'tenant key rotation', whileHeld: 'runs' })
  async resealOld(signal?: AbortSignal): Promise<number> {
    let total = 0;
    let after = '';
    for (;;) {
      const keys = await this.database.statement((pool) => many<SealedKey>(pool, LIST_SEALED_KEYS, [after, BATCH]));
      for (const key of keys) {
        if (signal?.aborted) return total;
        if (this.secrets.needsReseal(key.sealed) && (await this.reseal(key))) total += 1;
      }
      if (keys.length < BATCH) break;
      after = keys.at(-1)!.tenantId;
    }
    if (total > 0) logger.info('Keys of tenants were sealed under the current master key', { count: total });
    return total;
  }

  /** One that cannot be opened stays as it is, and does not keep the others from a new seal. */
  private async reseal({ tenantId, sealed }: SealedKey): Promise<boolean> {
    try {
      const fresh = this.secrets.reseal(tenantId, TENANT_KEY_PURPOSE, sealed);
      return (await this.database.statement((pool) => exec(pool, UPDATE_SEALED_KEY, [tenantId, sealed, fresh]))) > 0;
    } catch (error) {
      logger.error('The key of a tenant cannot be sealed again', { error, tenantId });
      return false;
    }
  }
}
