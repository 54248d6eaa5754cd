import { Injectable } from '@nestjs/common';
import type { EntityManager } from 'typeorm';
import { recordAudit } from '#libs/core/audit';
import { Problem, refusal } from '#libs/core/http';
import { Database, type TenantId } from '#libs/core/persistence';
import { PageRouting } from '#libs/sites/experiments';
import type { RouteRule } from '#libs/sites/sites';
import { PageRepository } from '../pages/page.repository.js';
import type { Page } from '../pages/page.entity.js';
import { PageVersionRepository } from '../pages/page-version.repository.js';
import { PublishedPageRepository } from '../published-pages/published-page.repository.js';
import { PublishedVariantRepository } from '../published-pages/published-variant.repository.js';
import { VariantPublishing } from '../publishing/variant-publishing.js';

/** Versions of the rules of one page. */
const MAX_VERSIONS = 10;

/** The routing of pages. A page that is published later is routed from then on. */
@Injectable()
export class RoutingService {
  constructor(
    private readonly database: Database,
    private readonly pages: PageRepository,
    private readonly versions: PageVersionRepository,
    private readonly published: PublishedPageRepository,
    private readonly variants: PublishedVariantRepository,
    private readonly variantPublishing: VariantPublishing,
  ) {}

  async find(tenantId: TenantId, pageId: string): Promise<RouteRule[]> {
    return this.database.tenant(tenantId, (tx) => rulesOf(tx, tenantId, pageId));
  }

  /**
   * Replaces the rules. Visitors of a published page see it within a second.
   * @throws Problem NotFound; Conflict while an experiment runs; Unprocessable for an unknown or invalid version, and for too many
   */
  async replace(tenantId: TenantId, pageId: string, rules: RouteRule[]): Promise<RouteRule[]> {
    const numbers = [...new Set(rules.map(({ version }) => version))];
    if (numbers.length > MAX_VERSIONS) throw tooManyVersions();
    const isPublished = await this.database.tenant(tenantId, async (tx) => {
      const page = await this.pages.lockForUpdate(tx, tenantId, pageId);
      if (!page) throw new Problem('NotFound');
      await this.requireVersions(tx, page, numbers);
      if (page.publishedVersion !== null && numbers.length > 0) return true;
      await this.store(tx, page, rules);
      if (page.publishedVersion !== null) await this.variants.replace(tx, page, null, []);
      return false;
    });
    if (!isPublished) return rules;
    await this.variantPublishing.publish(tenantId, pageId, numbers, async (tx, page) => {
      await this.store(tx, page, rules);
      return { kind: 'routing', rules };
    });
    return rules;
  }

  private async store(tx: EntityManager, page: Page, rules: RouteRule[]): Promise<void> {
    const { tenantId, id: pageId } = page;
    if ((await this.published.findSplit(tx, page)).isUnderTest) throw underTest();
    const before = await rulesOf(tx, tenantId, pageId);
    if (rules.length === 0) await tx.delete(PageRouting, { tenantId, pageId });
    else await tx.upsert(PageRouting, { tenantId, pageId, rules, updatedAt: new Date() }, ['tenantId', 'pageId']);
    await recordAudit(tx, {
      action: 'page.routed',
      object: { type: 'page', id: pageId },
      tenantId,
      before: { rules: textOf(before) },
      after: { rules: textOf(rules) },
    });
  }

  private async requireVersions(
    tx: EntityManager,
    { tenantId, id: pageId }: Page,
    numbers: readonly number[],
  ): Promise<void> {
    const keys = numbers.map((number) => ({ pageId, number }));
    const known = new Set((await this.versions.listSummaries(tx, tenantId, keys)).map(({ number }) => number));
    const missing = numbers.find((number) => !known.has(number));
    if (missing === undefined) return;
    throw refusal('Unprocessable', { erro: `A versão ${missing} não existe nesta página.`, campo: 'versao' });
  }
}

async function rulesOf(tx: EntityManager, tenantId: TenantId, pageId: string): Promise<RouteRule[]> {
  return (await tx.findOneBy(PageRouting, { tenantId, pageId }))?.rules ?? [];
}

/** At most 2,000 characters of rules for the log. */
const textOf = (rules: readonly RouteRule[]): string => JSON.stringify(rules).slice(0, 2_000);

const underTest = (): Problem =>
  refusal('Conflict', {
    erro: 'experimento_em_andamento',
    mensagem: 'A página tem um experimento em andamento: pare-o antes de mudar o roteamento.',
  });

const tooManyVersions = (): Problem =>
  refusal('Unprocessable', {
    erro: `As regras de uma página levam a no máximo ${MAX_VERSIONS} versões.`,
    campo: 'regras',
  });
