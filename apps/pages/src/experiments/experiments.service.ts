import { Injectable } from '@nestjs/common';
import { IsNull, type EntityManager } from 'typeorm';
import { Problem } from '#libs/core/http';
import { Database, isId, type KeysetPage, type KeysetRequest, type TenantId } from '#libs/core/persistence';
import { Form } from '#libs/sites/forms';
import type { ExperimentGoal } from '#libs/sites/sites';
import { PageRepository } from '../pages/page.repository.js';
import { PageVersionRepository } from '../pages/page-version.repository.js';
import { auditExperiment } from './experiment-audit.js';
import {
  alreadyRunning,
  MAX_EXPERIMENTS,
  noWeight,
  tooHighFloor,
  tooManyExperiments,
  unknownForm,
  unknownVersion,
  versionTwice,
  weightOutside,
} from './experiment-problems.js';
import { ExperimentRepository, type NewExperiment, type WholeExperiment } from './experiment.repository.js';

/** Experiments of pages, as their authors define them. */
@Injectable()
export class ExperimentsService {
  constructor(
    private readonly database: Database,
    private readonly pages: PageRepository,
    private readonly versions: PageVersionRepository,
    private readonly experiments: ExperimentRepository,
  ) {}

  /**
   * @throws Problem NotFound; Unprocessable for a weight outside 0 to 100, a version twice or unknown, an unknown form;
   * Conflict at the limit
   */
  async create(tenantId: TenantId, pageId: string, values: NewExperiment): Promise<WholeExperiment> {
    requireWeights(values.variants.map(({ weight }) => weight));
    requireFloor(values.balanceFloor, values.variants.length);
    const numbers = values.variants.map(({ version }) => version);
    if (new Set(numbers).size < numbers.length) throw versionTwice();
    return this.database.tenant(tenantId, async (tx) => {
      if (!(await this.pages.lockForUpdate(tx, tenantId, pageId))) throw new Problem('NotFound');
      if ((await this.experiments.count(tx, tenantId, pageId)) >= MAX_EXPERIMENTS) throw tooManyExperiments();
      await this.requireVersions(tx, tenantId, pageId, numbers);
      await requireForm(tx, tenantId, values.goal);
      const experiment = await this.experiments.insert(tx, tenantId, pageId, values);
      await auditExperiment(tx, 'created', experiment);
      return experiment;
    });
  }

  async find(tenantId: TenantId, pageId: string, id: string): Promise<WholeExperiment | null> {
    if (!isId('exp', id) || !isId('pag', pageId)) return null;
    const found = await this.database.tenant(tenantId, async (tx) =>
      (await this.pages.find(tx, tenantId, pageId)) ? this.experiments.find(tx, tenantId, id) : null,
    );
    return found?.pageId === pageId ? found : null;
  }

  /** Finds an experiment of any page. */
  async findById(tenantId: TenantId, id: string): Promise<WholeExperiment | null> {
    if (!isId('exp', id)) return null;
    return this.database.tenant(tenantId, (tx) => this.experiments.find(tx, tenantId, id));
  }

  /** Newest first. */
  async listPage(tenantId: TenantId, pageId: string, page: KeysetRequest): Promise<KeysetPage<WholeExperiment>> {
    return this.database.tenant(tenantId, (tx) => this.experiments.listPage(tx, tenantId, pageId, page));
  }

  /** Deletes an experiment with its numbers. @throws Problem NotFound, Conflict while it runs */
  async delete(tenantId: TenantId, pageId: string, id: string): Promise<void> {
    await this.database.tenant(tenantId, async (tx) => {
      await this.pages.lockForUpdate(tx, tenantId, pageId);
      const experiment = await this.experiments.lockForUpdate(tx, tenantId, id);
      if (!experiment || experiment.pageId !== pageId) throw new Problem('NotFound');
      if (experiment.status === 'running') throw alreadyRunning();
      await this.experiments.delete(tx, experiment);
      await auditExperiment(tx, 'deleted', experiment, experiment);
    });
  }

  private async requireVersions(
    tx: EntityManager,
    tenantId: TenantId,
    pageId: string,
    numbers: readonly number[],
  ): Promise<void> {
    const keys = numbers.map((number) => ({ pageId, number }));
    const known = new Set((await this.versions.listSummaries(tx, tenantId, keys)).map(({ number }) => number));
    const missing = numbers.find((number) => !known.has(number));
    if (missing !== undefined) throw unknownVersion(missing);
  }
}

/** @throws Problem Unprocessable for a weight outside 0 to 100, and if all are 0 */
export function requireWeights(weights: readonly number[]): void {
  if (weights.some((weight) => !(weight >= 0 && weight <= 100))) throw weightOutside();
  if (weights.every((weight) => weight === 0)) throw noWeight();
}

/** The floor of an experiment that is balanced, if none is given. */
export const DEFAULT_FLOOR = 0.05;

/** @throws Problem Unprocessable if the floors of all variants together are more than there is */
export function requireFloor(floor: number | null, variants: number): void {
  if (floor !== null && floor * variants > 1) throw tooHighFloor();
}

async function requireForm(tx: EntityManager, tenantId: TenantId, goal: ExperimentGoal): Promise<void> {
  if (goal.kind !== 'form' || goal.formId === null) return;
  if (!(await tx.existsBy(Form, { tenantId, id: goal.formId, deletedAt: IsNull() }))) throw unknownForm();
}
