import { Injectable } from '@nestjs/common';
import type { TenantView } from '#libs/core/auth';
import { RunningSlots, slotsBusy } from '#libs/core/limits';
import { logger } from '#libs/core/observability';
import { IdentityGateway } from '../auth/identity-gateway.js';
import { writeArchive } from './account-archive.js';
import { ExportSources } from './export-sources.js';
import { gzipped } from './gzipped.js';

/** Makes one archive of what all apps have of a tenant. */
@Injectable()
export class AccountExportService {
  /** One export of an account runs at a time, and few of all. */
  readonly slots = new RunningSlots({
    perTenant: 1,
    tenantIsBusy: () => slotsBusy('An export of your account is running. Try again when it has ended'),
    inAll: 4,
    allAreBusy: () => slotsBusy('The server runs as many exports of other accounts as it can. Try again later'),
  });

  constructor(
    private readonly sources: ExportSources,
    private readonly identity: IdentityGateway,
  ) {}

  /**
   * Records an export in the audit log, and returns the bytes of the archive, which are read as they are taken.
   * @throws Problem ServiceUnavailable if an app does not answer, and identity's: a wrong password, too many exports
   */
  async start(
    { id, name, slug }: Pick<TenantView, 'id' | 'name' | 'slug'>,
    actorId: string,
    password: string,
  ): Promise<AsyncIterable<Uint8Array>> {
    const sources = await this.sources.describe();
    await this.identity.request('POST', `/internal/tenants/${id}/exports`, { actorId, password });
    return gzipped(logged(writeArchive({ id, name, slug }, sources, this.sources.absent), id));
  }
}

/** The client sees a broken connection alone. */
async function* logged(chunks: AsyncIterable<Uint8Array>, tenantId: string): AsyncGenerator<Uint8Array> {
  try {
    yield* chunks;
  } catch (error) {
    logger.error('The export of an account broke off', { error, tenantId });
    throw error;
  }
}
