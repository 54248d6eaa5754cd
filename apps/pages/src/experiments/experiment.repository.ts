import { Injectable } from '@nestjs/common';
import { In, type EntityManager } from 'typeorm';
import { listKeysetPage, newId, type KeysetPage, type KeysetRequest, type TenantId } from '#libs/core/persistence';
import { Experiment, ExperimentPhase, ExperimentVariant, PageRouting, type WeightStep } from '#libs/sites/experiments';
import type { ExperimentGoal } from '#libs/sites/sites';

export interface NewVariant {
  name: string;
  version: number;
  weight: number;
}

export interface NewExperiment {
  name: string;
  goal: ExperimentGoal;
  balanceFloor: number | null;
  variants: readonly NewVariant[];
}

/** An experiment with its variants, the control first. */
export interface WholeExperiment extends Experiment {
  variants: ExperimentVariant[];
}

/** The experiments of pages. */
@Injectable()
export class ExperimentRepository {
  async insert(
    tx: EntityManager,
    tenantId: TenantId,
    pageId: string,
    { name, goal, balanceFloor, variants }: NewExperiment,
  ): Promise<WholeExperiment> {
    const id = newId('exp');
    await tx.insert(Experiment, { tenantId, id, pageId, name, goal, balanceFloor, status: 'draft', phase: 0 });
    await tx.insert(
      ExperimentVariant,
      variants.map((variant, position) => ({ ...variant, tenantId, experimentId: id, id: newId('vrt'), position })),
    );
    return (await this.find(tx, tenantId, id)) as WholeExperiment;
  }

  async count(tx: EntityManager, tenantId: TenantId, pageId: string): Promise<number> {
    return tx.countBy(Experiment, { tenantId, pageId });
  }

  async find(tx: EntityManager, tenantId: TenantId, id: string): Promise<WholeExperiment | null> {
    const experiment = await tx.findOneBy(Experiment, { tenantId, id });
    return experiment && { ...experiment, variants: await variantsOf(tx, tenantId, [id]) };
  }

  /** Locks the experiment against changes; the caller has locked its page. */
  async lockForUpdate(tx: EntityManager, tenantId: TenantId, id: string): Promise<WholeExperiment | null> {
    const experiment = await tx.findOne(Experiment, { where: { tenantId, id }, lock: { mode: 'pessimistic_write' } });
    return experiment && { ...experiment, variants: await variantsOf(tx, tenantId, [id]) };
  }

  /** Newest first. */
  async listPage(
    tx: EntityManager,
    tenantId: TenantId,
    pageId: string,
    page: KeysetRequest,
  ): Promise<KeysetPage<WholeExperiment>> {
    const query = tx.createQueryBuilder(Experiment, 'experiment').where({ tenantId, pageId });
    const { items, ...rest } = await listKeysetPage(query, ['id'], page);
    const ids = items.map(({ id }) => id);
    const variants = ids.length === 0 ? [] : await variantsOf(tx, tenantId, ids);
    const whole = items.map((one) => ({
      ...one,
      variants: variants.filter(({ experimentId }) => experimentId === one.id),
    }));
    return { items: whole, ...rest };
  }

  /** The running experiment of a page, else the one that ended last. */
  async findLatest(tx: EntityManager, tenantId: TenantId, pageId: string): Promise<WholeExperiment | null> {
    const found = await tx
      .createQueryBuilder(Experiment, 'experiment')
      .where({ tenantId, pageId, status: In(['running', 'stopped', 'promoted']) })
      .orderBy(`experiment.status = 'running'`, 'DESC')
      .addOrderBy('experiment.endedAt', 'DESC', 'NULLS LAST')
      .getOne();
    return found && { ...found, variants: await variantsOf(tx, tenantId, [found.id]) };
  }

  async update(
    tx: EntityManager,
    { tenantId, id }: Experiment,
    changes: Partial<Experiment>,
  ): Promise<WholeExperiment> {
    await tx.update(Experiment, { tenantId, id }, changes);
    return (await this.find(tx, tenantId, id)) as WholeExperiment;
  }

  async setWeights(
    tx: EntityManager,
    { tenantId, id }: Experiment,
    weights: ReadonlyMap<string, number>,
  ): Promise<void> {
    for (const [variantId, weight] of weights)
      await tx.update(ExperimentVariant, { tenantId, experimentId: id, id: variantId }, { weight });
  }

  async delete(tx: EntityManager, { tenantId, id }: Experiment): Promise<void> {
    await tx.delete(Experiment, { tenantId, id });
  }

  async beginPhase(
    tx: EntityManager,
    { tenantId, id, variants }: WholeExperiment,
    number: number,
    at: Date,
  ): Promise<void> {
    const weights = Object.fromEntries(variants.map((variant) => [variant.id, variant.weight]));
    await tx.insert(ExperimentPhase, { tenantId, experimentId: id, number, weights, steps: [], startedAt: at });
  }

  /** Adds weights that follow those of the phase. */
  async addStep(
    tx: EntityManager,
    { tenantId, experimentId, number, steps }: ExperimentPhase,
    step: WeightStep,
  ): Promise<void> {
    await tx.update(ExperimentPhase, { tenantId, experimentId, number }, { steps: [...steps, step] });
  }

  async endPhase(tx: EntityManager, { tenantId, id, phase }: Experiment, at: Date): Promise<void> {
    await tx.update(ExperimentPhase, { tenantId, experimentId: id, number: phase }, { endedAt: at });
  }

  async listPhases(tx: EntityManager, tenantId: TenantId, experimentId: string): Promise<ExperimentPhase[]> {
    return tx.find(ExperimentPhase, { where: { tenantId, experimentId }, order: { number: 'ASC' } });
  }

  async findRouting(tx: EntityManager, tenantId: TenantId, pageId: string): Promise<PageRouting | null> {
    return tx.findOneBy(PageRouting, { tenantId, pageId });
  }
}

async function variantsOf(tx: EntityManager, tenantId: TenantId, ids: readonly string[]): Promise<ExperimentVariant[]> {
  return tx.find(ExperimentVariant, { where: { tenantId, experimentId: In([...ids]) }, order: { position: 'ASC' } });
}
