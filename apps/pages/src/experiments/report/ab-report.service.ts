import { Injectable } from '@nestjs/common';
import type { EntityManager } from 'typeorm';
import { refusal } from '#libs/core/http';
import { Database, isId, many, maybe, type TenantId } from '#libs/core/persistence';
import type { ExperimentPhase } from '#libs/sites/experiments';
import type { TrafficWindow } from '#libs/sites/traffic';
import { PageRepository } from '../../pages/page.repository.js';
import { ExperimentRepository, type WholeExperiment } from '../experiment.repository.js';
import { BALANCE_AGES, balancedWeights } from '../statistics/balance.js';
import type { Sample } from '../statistics/sample.js';
import { judge, type Verdict } from '../statistics/verdict.js';
import { type AbQuery, readVariants, type WantedVariant } from './ab-query.js';
import { AB_TOTALS, EXPERIMENT_OF_VARIANTS } from './ab-totals.sql.js';
import { abWindowOf } from './ab-window.js';

/** A variant of a report. One that exists nowhere has no name, no version and no visitors. */
export interface ReportedVariant extends WantedVariant, Sample {
  name: string | null;
  version: number | null;
  /** Weight that the visitors are worth now. */
  effectiveWeight: number;
}

export interface AbReport {
  experimentId: string | null;
  phase: number | null;
  window: TrafficWindow;
  variants: ReportedVariant[];
  verdict: Verdict;
  phases: ExperimentPhase[];
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
      const ages = query.autobalancear ? [...BALANCE_AGES] : [0];
      const values = [tenantId, experiment?.id ?? '', phase?.number ?? 0, window.from, window.until, ages];
      const totals = phase ? await many<TotalRow>(tx, AB_TOTALS, values) : [];
      const history = ages.map((age) => variants.map(({ storedId }) => sampleOf(totals, storedId, age)));
      const samples = history[0]!;
      const weights = variants.map(({ weight }) => weight);
      const effective = query.autobalancear && variants.length > 0 ? balancedWeights(history, floor) : weights;
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
        })),
        verdict: judge(samples, weights, settings),
        phases,
      };
    });
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
) {
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

const tooHighFloor = () =>
  refusal('Unprocessable', { erro: 'O piso vezes o número de variantes deve ser no máximo 1.', campo: 'piso' });
