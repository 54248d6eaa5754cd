import { Injectable } from '@nestjs/common';
import type { EntityManager } from 'typeorm';
import { auditDifference, auditFields, recordAudit, type AuditFields } from '#libs/core/audit';
import { Problem } from '#libs/core/http';
import { Database, isId, type KeysetPage, type KeysetRequest, type TenantId } from '#libs/core/persistence';
import type { SiteRedirect } from '#libs/sites/sites';
import { SiteDomainRepository } from '../domains/site-domain.repository.js';
import { RedirectChain } from './redirect-chain.js';
import { toRedirectPath, toRedirectTarget } from './redirect-path.js';
import {
  conflictOf,
  invalidPath,
  invalidTarget,
  leadsInCircles,
  MAX_REDIRECTS,
  onSharedHost,
  pathInUse,
  tooManyRedirects,
  unknownDomain,
  unverifiedDomain,
} from './redirect-problems.js';
import { SiteRedirectRepository, type RedirectValues } from './site-redirect.repository.js';

const AUDITED = ['domainId', 'path', 'target', 'status'] as const;

/** The redirects of a tenant's hosts. */
@Injectable()
export class RedirectsService {
  constructor(
    private readonly database: Database,
    private readonly redirects: SiteRedirectRepository,
    private readonly domains: SiteDomainRepository,
    private readonly chain: RedirectChain,
  ) {}

  /**
   * Makes a redirect on a verified domain.
   * @throws Problem ValidationError; NotFound or DomainNotVerified of its domain; Unprocessable if it leads in circles;
   * Conflict if its path is taken, or at the limit
   */
  async create(tenantId: TenantId, values: RedirectValues): Promise<SiteRedirect> {
    return this.changing(tenantId, async (tx) => {
      if ((await this.redirects.countOwn(tx, tenantId)) >= MAX_REDIRECTS) throw tooManyRedirects();
      const valid = await this.validated(tx, tenantId, values);
      const redirect = await this.redirects.insert(tx, tenantId, valid);
      await auditRedirect(tx, 'site-redirect.created', redirect, { after: auditFields(redirect, AUDITED) });
      return redirect;
    });
  }

  /** Newest first. @param domainId of one domain alone */
  async listPage(
    tenantId: TenantId,
    domainId: string | undefined,
    page: KeysetRequest,
  ): Promise<KeysetPage<SiteRedirect>> {
    return this.database.tenant(tenantId, (tx) => this.redirects.listPage(tx, tenantId, domainId, page));
  }

  async find(tenantId: TenantId, id: string): Promise<SiteRedirect | null> {
    if (!isId('rdr', id)) return null;
    return this.database.tenant(tenantId, (tx) => this.redirects.find(tx, tenantId, id));
  }

  /** Changes what is given. @throws Problem NotFound and those of {@link create} */
  async update(tenantId: TenantId, id: string, changes: Partial<RedirectValues>): Promise<SiteRedirect> {
    return this.changing(tenantId, async (tx) => {
      const before = found(await this.redirects.find(tx, tenantId, id));
      const valid = await this.validated(tx, tenantId, { ...before, ...changes }, before);
      await this.redirects.update(tx, tenantId, id, valid);
      const redirect = found(await this.redirects.find(tx, tenantId, id));
      const difference = auditDifference(before, redirect, AUDITED);
      if (difference) await auditRedirect(tx, 'site-redirect.changed', redirect, difference);
      return redirect;
    });
  }

  /** @throws Problem NotFound */
  async delete(tenantId: TenantId, id: string): Promise<void> {
    await this.changing(tenantId, async (tx) => {
      const redirect = found(await this.redirects.find(tx, tenantId, id));
      await this.redirects.delete(tx, tenantId, id);
      await auditRedirect(tx, 'site-redirect.deleted', redirect, { before: auditFields(redirect, AUDITED) });
    });
  }

  /** The values in the form in which they are stored. */
  private async validated(
    tx: EntityManager,
    tenantId: TenantId,
    { domainId, path: pathText, target: targetText, status }: RedirectValues,
    before?: SiteRedirect,
  ): Promise<RedirectValues> {
    const [path, target] = [toRedirectPath(pathText), toRedirectTarget(targetText)];
    if (path === null) throw invalidPath();
    if (target === null) throw invalidTarget();
    const values = { domainId, path, target, status };
    await this.validatePlace(tx, tenantId, values, before);
    if (!(await this.chain.ends(tx, tenantId, values, before?.id))) throw leadsInCircles();
    return values;
  }

  /** Paths of the shared host belong to the slugs of all accounts: a redirect that a moved page left there keeps its path. */
  private async validatePlace(
    tx: EntityManager,
    tenantId: TenantId,
    { domainId, path }: RedirectValues,
    before?: SiteRedirect,
  ): Promise<void> {
    if (before?.domainId === domainId && before.path === path) return;
    if (domainId === null) throw onSharedHost();
    const domain = isId('dom', domainId) ? await this.domains.find(tx, tenantId, domainId) : null;
    if (!domain) throw unknownDomain();
    if (!domain.verifiedAt) throw unverifiedDomain();
    if (await this.redirects.isPublishedAt(tx, tenantId, domainId, path))
      throw pathInUse('Uma página publicada ocupa este caminho.');
  }

  private async changing<T>(tenantId: TenantId, work: (tx: EntityManager) => Promise<T>): Promise<T> {
    try {
      return await this.database.tenant(tenantId, async (tx) => {
        await this.redirects.lockAll(tx, tenantId);
        return work(tx);
      });
    } catch (error) {
      throw conflictOf(error);
    }
  }
}

async function auditRedirect(
  tx: EntityManager,
  action: string,
  { tenantId, id }: SiteRedirect,
  fields: { before?: AuditFields; after?: AuditFields },
): Promise<void> {
  await recordAudit(tx, { action, object: { type: 'site-redirect', id }, tenantId, ...fields });
}

function found(redirect: SiteRedirect | null): SiteRedirect {
  if (!redirect) throw new Problem('NotFound');
  return redirect;
}
