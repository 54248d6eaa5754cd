import { Injectable } from '@nestjs/common';
import { metrics } from '#libs/core/observability';
import { Problem } from '#libs/core/http';
import { Database, exec, isUnavailable, type TenantId } from '#libs/core/persistence';
import { TAG_CATEGORIES } from '#libs/sites/tags';
import { SuspendedTenants } from '../sites/suspended-tenants.js';
import type { ConsentRequest } from './consent.requests.js';
import { INSERT_DECISION } from './consents.sql.js';

const RETRY_AFTER = '5';

/** Records decisions of visitors about tags. */
@Injectable()
export class Consents {
  private readonly recorded = metrics.registerCounter({
    name: 'consent_decisions_total',
    help: 'Decisions of visitors about tags, by the button that they pressed',
    labelNames: ['action'],
  });

  constructor(
    private readonly database: Database,
    private readonly tenants: SuspendedTenants,
  ) {}

  /** Resolves when the decision is stored; one that comes again changes nothing. @throws Problem TenantSuspended, ServiceUnavailable */
  async record(
    { tenantId, pageId }: { tenantId: TenantId; pageId: string },
    { decisao, visitante, acao, categorias, versao, idioma = 'pt', ha = 0 }: ConsentRequest,
    gpc: boolean,
  ): Promise<void> {
    if (await this.tenants.isSuspended(tenantId)) throw new Problem('TenantSuspended');
    const categories = TAG_CATEGORIES.filter(
      (name) => acao !== 'recusar' && categorias.includes(name) && !(gpc && name === 'marketing' && acao === 'aceitar'),
    );
    const decidedAt = new Date(Date.now() - ha);
    const visitorId = categories.length > 0 ? (visitante ?? null) : null;
    const values = [tenantId, decisao, visitorId, pageId, acao, categories, versao, idioma, gpc, decidedAt];
    try {
      await this.database.tenants([tenantId], (tx) => exec(tx, INSERT_DECISION, values));
    } catch (cause) {
      if (!isUnavailable(cause)) throw cause;
      throw new Problem('ServiceUnavailable', { headers: { 'Retry-After': RETRY_AFTER }, cause });
    }
    this.recorded.inc({ action: acao });
  }
}
