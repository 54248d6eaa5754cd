import { Injectable } from '@nestjs/common';
import type { EntityManager } from 'typeorm';
import { Database, isId, many, maybe, type TenantId } from '#libs/core/persistence';
import type { ExperimentPhase } from '#libs/sites/experiments';
import { PublishedVariant } from '#libs/sites/sites';
import type { TrafficWindow } from '#libs/sites/traffic';
import { PageRepository } from '../../pages/page.repository.js';
import { tooHighFloor } from '../experiment-problems.js';
import { ExperimentRepository, type WholeExperiment } from '../experiment.repository.js';
import { BALANCE_AGES, balancedWeights } from '../statistics/balance.js';
import type { Sample } from '../statistics/sample.js';
import { adjustedOf, sumOf, type Stratum } from '../statistics/strata.js';
import { judgeStrata, type Verdict } from '../statistics/verdict.js';
import { type AbQuery, readVariants, type WantedVariant } from './ab-query.js';
import { AB_TOTALS, EXPERIMENT_OF_VARIANTS, HOURS_OF_PHASE } from './ab-totals.sql.js';
import { abWindowOf } from './ab-window.js';
import { type HourRow, strataOf, weightsAt, weightsOf } from './experiment-strata.js';

/** A variant of a report. One that exists nowhere has no name, no version and no visitors. */
export interface ReportedVariant extends WantedVariant, Sample {
  name: string | null;
  version: number | null;
  /** Weight that the visitors are worth now. */
  effectiveWeight: number;
  /** Sample by which its rate is judged: the same unless the weights changed. */
  adjusted: Sample;
  /** Whether visitors can get it now. */
  isServed: boolean;
}

export interface AbReport {
  experimentId: string | null;
  phase: number | null;
  window: TrafficWindow;
  variants: ReportedVariant[];
  /** Whether the weights of the experiment follow the chance of being best. */
  isBalanced: boolean;
  verdict: Verdict;
  phases: ExperimentPhase[];
}

/** A variant that is reported; `storedId` is null for one that exists nowhere. */
interface KnownVariant extends WantedVariant {
  storedId: string | null;
  name: string | null;
  version: number | null;
}

interface TotalRow extends Sample {
  variantId: string;
  age: number;
}

/** Reports of experiments: of the last phase, in which the weights were the same. */
@Injectable()
export class AbReportService {
  constructor(
    private readonly database: Database,
    private readonly pages: PageRepository,
    private readonly experiments: ExperimentRepository,
  ) {}

  /** @throws Problem ValidationError, Unprocessable */
  async read(tenantId: TenantId, query: AbQuery, now = new Date()): Promise<AbReport> {
    const wanted = readVariants(query.variantes);
    const floor = Number(query.piso);
    if (wanted && floor * wanted.length > 1) throw tooHighFloor();
    return this.database.tenant(tenantId, async (tx) => {
      const experiment = await this.experimentOf(tx, tenantId, query, wanted);
      const phases = experiment ? await this.experiments.listPhases(tx, tenantId, experiment.id) : [];
      const phase = phases.at(-1);
      const window = abWindowOf(query, phase?.startedAt ?? null, now);
      const variants = variantsOf(experiment, phase, wanted);
      if (floor * variants.length > 1) throw tooHighFloor();
      const weights = variants.map(({ weight }) => weight);
      const isBalanced = phase !== undefined && experiment?.balanceFloor != null;
      const ages = query.autobalancear ? [...BALANCE_AGES] : [0];
      const strata = isBalanced
        ? await this.hours(tx, phase, variants, window, ages)
        : await this.totals(tx, phase, variants, window, ages);
      const adjusted = strata.map(adjustedOf);
      const inUse = isBalanced
        ? weightsOf(
            variants.map(({ storedId }) => storedId),
            weightsAt(phase, now),
          )
        : weights;
      const effective = query.autobalancear && variants.length > 0 ? balancedWeights(adjusted, floor) : inUse;
      const samples = sumOf(strata[0]!);
      const served = experiment?.status === 'running' ? await this.served(tx, experiment) : new Set();
      const settings = { minimum: query.minimo, probability: Number(query.prob) };
      return {
        experimentId: experiment?.id ?? null,
        phase: phase?.number ?? null,
        window,
        variants: variants.map(({ id, name, version, weight }, index) => ({
          ...samples[index]!,
          id,
          name,
          version,
          weight,
          effectiveWeight: effective[index]!,
          adjusted: adjusted[0]![index]!,
          isServed: served.has(version),
        })),
        isBalanced,
        verdict: judgeStrata(strata[0]!, settings),
        phases,
      };
    });
  }

  /** One time with the weights that are meant, at each age. */
  private async totals(
    tx: EntityManager,
    phase: ExperimentPhase | undefined,
    variants: readonly KnownVariant[],
    { from, until }: TrafficWindow,
    ages: readonly number[],
  ): Promise<Stratum[][]> {
    const values = phase && [phase.tenantId, phase.experimentId, phase.number, from, until, ages];
    const totals = values ? await many<TotalRow>(tx, AB_TOTALS, values) : [];
    const weights = variants.map(({ weight }) => weight);
    return ages.map((age) => [{ weights, samples: variants.map(({ storedId }) => sampleOf(totals, storedId, age)) }]);
  }

  /** The times with the weights that there were, at each age. */
  private async hours(
    tx: EntityManager,
    phase: ExperimentPhase,
    variants: readonly KnownVariant[],
    { from, until }: TrafficWindow,
    ages: readonly number[],
  ): Promise<Stratum[][]> {
    const values = [phase.tenantId, phase.experimentId, phase.number, from, until];
    const rows = await many<HourRow>(tx, HOURS_OF_PHASE, values);
    const ids = variants.map(({ storedId }) => storedId);
    return ages.map((age) => strataOf(phase, ids, rows, until, age));
  }

  /** Versions that visitors can get. */
  private async served(tx: EntityManager, { tenantId, pageId }: WholeExperiment): Promise<ReadonlySet<number | null>> {
    const rows = await tx.find(PublishedVariant, { select: { version: true }, where: { tenantId, pageId } });
    return new Set(rows.map(({ version }) => version));
  }

  private async experimentOf(
    tx: EntityManager,
    tenantId: TenantId,
    { experimento, pagina }: AbQuery,
    wanted: readonly WantedVariant[] | null,
  ): Promise<WholeExperiment | null> {
    if (experimento !== undefined)
      return isId('exp', experimento) ? this.experiments.find(tx, tenantId, experimento) : null;
    if (pagina !== undefined) {
      const page = await this.pages.findByIdOrSlug(tx, tenantId, pagina);
      return page && this.experiments.findLatest(tx, tenantId, page.id);
    }
    const ids = (wanted ?? []).map(({ id }) => id).filter((id) => isId('vrt', id));
    if (ids.length === 0) return null;
    const found = await maybe<{ experimentId: string }>(tx, EXPERIMENT_OF_VARIANTS, [tenantId, ids]);
    return found ? this.experiments.find(tx, tenantId, found.experimentId) : null;
  }
}

/** The variants that are wanted, or those of the experiment with the weights of the phase. */
function variantsOf(
  experiment: WholeExperiment | null,
  phase: ExperimentPhase | undefined,
  wanted: readonly WantedVariant[] | null,
): KnownVariant[] {
  const known = experiment?.variants ?? [];
  if (!wanted)
    return known.map(({ id, name, version, weight }) => ({
      id,
      storedId: id,
      name,
      version,
      weight: phase?.weights[id] ?? weight,
    }));
  return wanted.map(({ id, weight }) => {
    const variant = known.find((one) => one.id === id || String(one.version) === id);
    return {
      id,
      storedId: variant?.id ?? null,
      name: variant?.name ?? null,
      version: variant?.version ?? null,
      weight,
    };
  });
}

function sampleOf(totals: readonly TotalRow[], variantId: string | null, age: number): Sample {
  const found = totals.find((row) => row.variantId === variantId && row.age === age);
  return { visitors: found?.visitors ?? 0, conversions: found?.conversions ?? 0 };
}
