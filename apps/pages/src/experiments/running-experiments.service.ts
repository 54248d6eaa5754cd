import { Injectable } from '@nestjs/common';
import type { EntityManager } from 'typeorm';
import { Problem } from '#libs/core/http';
import { Database, type TenantId } from '#libs/core/persistence';
import type { ExperimentEnd } from '#libs/sites/experiments';
import { PageRepository } from '../pages/page.repository.js';
import type { Page } from '../pages/page.entity.js';
import { PublishedVariantRepository } from '../published-pages/published-variant.repository.js';
import { PublishingService, type Publication } from '../publishing/publishing.service.js';
import { VariantPublishing } from '../publishing/variant-publishing.js';
import { auditExperiment } from './experiment-audit.js';
import {
  alreadyRunning,
  conflictOf,
  isOver,
  isRouted,
  neverStarted,
  notPublished,
  notRunning,
  unknownVariant,
} from './experiment-problems.js';
import { splitOf } from './experiment-split.js';
import { ExperimentRepository, type WholeExperiment } from './experiment.repository.js';
import { DEFAULT_FLOOR, requireFloor, requireWeights } from './experiments.service.js';

export interface ExperimentChanges {
  name?: string;
  weights?: ReadonlyMap<string, number>;
  isBalanced?: boolean;
  floor?: number;
}

interface Key {
  tenantId: TenantId;
  pageId: string;
  id: string;
}

/** Starts, changes and ends experiments. Visitors see each change within a second. */
@Injectable()
export class RunningExperiments {
  constructor(
    private readonly database: Database,
    private readonly pages: PageRepository,
    private readonly experiments: ExperimentRepository,
    private readonly variants: PublishedVariantRepository,
    private readonly variantPublishing: VariantPublishing,
    private readonly publishing: PublishingService,
  ) {}

  /**
   * Puts the variants before visitors; a stopped experiment goes on in a new phase.
   * @throws Problem NotFound; Conflict if it or another one runs, the page is routed or a variant was promoted; Unprocessable
   * for a page that is not published and a version that is gone or no longer valid
   */
  async start(key: Key): Promise<WholeExperiment> {
    const { tenantId, pageId } = key;
    const known = await this.database.tenant(tenantId, async (tx) => {
      const page = await this.pages.find(tx, tenantId, pageId);
      if (!page) throw new Problem('NotFound');
      return this.startable(tx, key, page);
    });
    const versions = known.variants.map(({ version }) => version);
    let started: WholeExperiment | undefined;
    try {
      await this.variantPublishing.publish(tenantId, pageId, versions, async (tx, page) => {
        const before = await this.startable(tx, key, page);
        const at = new Date();
        const changes = { startedAt: at, endedAt: null, endReason: null, clearedAt: null };
        started = await this.experiments.update(tx, before, { ...changes, status: 'running', phase: before.phase + 1 });
        await this.experiments.beginPhase(tx, started, started.phase, at);
        await auditExperiment(tx, 'started', started, before);
        return splitOf(started);
      });
    } catch (error) {
      throw conflictOf(error);
    }
    return started as WholeExperiment;
  }

  /** Shows visitors the published version again. @throws Problem NotFound, Conflict if it does not run */
  async stop(key: Key, reason: ExperimentEnd = 'user'): Promise<WholeExperiment> {
    return this.locked(key, async (tx, page, before) => {
      if (before.status !== 'running') throw notRunning();
      const stopped = await this.end(tx, page, before, { status: 'stopped', endReason: reason });
      await auditExperiment(tx, 'stopped', stopped, before);
      return stopped;
    });
  }

  /**
   * Publishes the version of a variant; the experiment is over.
   * @throws Problem NotFound; Conflict if it was never started, or is over; Unprocessable for an unknown variant
   */
  async promote(key: Key, variantId: string): Promise<{ experiment: WholeExperiment; publication: Publication }> {
    const { tenantId, pageId, id } = key;
    const known = await this.database.tenant(tenantId, (tx) => this.experiments.find(tx, tenantId, id));
    if (!known || known.pageId !== pageId) throw new Problem('NotFound');
    const { version } = promotable(known, variantId);
    let promoted: WholeExperiment | undefined;
    const publication = await this.publishing.publish(tenantId, pageId, version, async (tx, page) => {
      const before = await this.lockOf(tx, key);
      promotable(before, variantId);
      const changes = { status: 'promoted' as const, promotedId: variantId };
      promoted =
        before.status === 'running'
          ? await this.end(tx, page, before, { ...changes, endReason: 'user' })
          : await this.experiments.update(tx, before, changes);
      await auditExperiment(tx, 'promoted', promoted, before);
    });
    return { experiment: promoted as WholeExperiment, publication };
  }

  /**
   * Changes name, weights and their balancing. Other weights of a running experiment, and another balancing, begin a new phase.
   * @throws Problem NotFound; Conflict for the weights of one that has ended; Unprocessable for a weight, a floor or a variant
   */
  async update(key: Key, changes: ExperimentChanges): Promise<WholeExperiment> {
    return this.locked(key, async (tx, page, before) => {
      const weights = changes.weights && this.weightsAfter(before, changes.weights);
      if (weights) await this.experiments.setWeights(tx, before, weights);
      const balanceFloor = floorAfter(before, changes);
      requireFloor(balanceFloor, before.variants.length);
      const isOther = balanceFloor !== before.balanceFloor || (weights !== undefined && differ(before, weights));
      if (balanceFloor !== before.balanceFloor && before.status === 'promoted') throw isOver();
      const isNewPhase = before.status === 'running' && isOther;
      const at = new Date();
      if (isNewPhase) await this.experiments.endPhase(tx, before, at);
      const after = await this.experiments.update(tx, before, {
        ...(changes.name !== undefined && { name: changes.name }),
        balanceFloor,
        phase: isNewPhase ? before.phase + 1 : before.phase,
      });
      if (isNewPhase) {
        await this.experiments.beginPhase(tx, after, after.phase, at);
        await this.variants.updateSplit(tx, page, splitOf(after));
      }
      await auditExperiment(tx, 'changed', after, before);
      return after;
    });
  }

  private weightsAfter(
    { status, variants }: WholeExperiment,
    given: ReadonlyMap<string, number>,
  ): ReadonlyMap<string, number> {
    if (status === 'promoted') throw isOver();
    for (const id of given.keys())
      if (!variants.some((variant) => variant.id === id)) throw unknownVariant('variantes');
    const weights = new Map(variants.map(({ id, weight }) => [id, given.get(id) ?? weight]));
    requireWeights([...weights.values()]);
    return weights;
  }

  private async startable(tx: EntityManager, { tenantId, id }: Key, page: Page): Promise<WholeExperiment> {
    const experiment = await this.experiments.lockForUpdate(tx, tenantId, id);
    if (!experiment || experiment.pageId !== page.id) throw new Problem('NotFound');
    if (experiment.status === 'running') throw alreadyRunning();
    if (experiment.status === 'promoted') throw isOver();
    if (page.publishedVersion === null) throw notPublished();
    const latest = await this.experiments.findLatest(tx, tenantId, page.id);
    if (latest?.status === 'running') throw alreadyRunning();
    if ((await this.experiments.findRouting(tx, tenantId, page.id))?.rules.length) throw isRouted();
    return experiment;
  }

  private async end(
    tx: EntityManager,
    page: Page,
    experiment: WholeExperiment,
    changes: Partial<WholeExperiment>,
  ): Promise<WholeExperiment> {
    const at = new Date();
    await this.variants.replace(tx, page, null, []);
    await this.experiments.endPhase(tx, experiment, at);
    return this.experiments.update(tx, experiment, { ...changes, endedAt: at });
  }

  private async locked<T>(
    key: Key,
    work: (tx: EntityManager, page: Page, experiment: WholeExperiment) => Promise<T>,
  ): Promise<T> {
    return this.database.tenant(key.tenantId, async (tx) => {
      const page = await this.pages.lockForUpdate(tx, key.tenantId, key.pageId);
      if (!page) throw new Problem('NotFound');
      return work(tx, page, await this.lockOf(tx, key));
    });
  }

  private async lockOf(tx: EntityManager, { tenantId, pageId, id }: Key): Promise<WholeExperiment> {
    const experiment = await this.experiments.lockForUpdate(tx, tenantId, id);
    if (!experiment || experiment.pageId !== pageId) throw new Problem('NotFound');
    return experiment;
  }
}

function promotable({ status, variants }: WholeExperiment, variantId: string) {
  if (status === 'draft') throw neverStarted();
  if (status === 'promoted') throw isOver();
  const variant = variants.find(({ id }) => id === variantId);
  if (!variant) throw unknownVariant('variante');
  return variant;
}

function floorAfter({ balanceFloor }: WholeExperiment, { isBalanced, floor }: ExperimentChanges): number | null {
  if (!(isBalanced ?? balanceFloor !== null)) return null;
  return floor ?? balanceFloor ?? DEFAULT_FLOOR;
}

const differ = ({ variants }: WholeExperiment, weights: ReadonlyMap<string, number>): boolean =>
  variants.some(({ id, weight }) => weights.get(id) !== weight);
