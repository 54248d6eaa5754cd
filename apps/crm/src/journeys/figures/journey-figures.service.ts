import { Injectable } from '@nestjs/common';
import type { EntityManager } from 'typeorm';
import { isUuid } from '#libs/core/http';
import { Database, type TenantId } from '#libs/core/persistence';
import type { JourneyStep } from '../definition/journey-step.js';
import { JourneyRepository } from '../definition/journey.repository.js';
import { found } from '../definition/journeys.service.js';
import { JourneyVersion } from '../versions/journey-version.entity.js';
import { WHOLE } from './count-changes.js';
import { listFigures, type StepFigures } from './journey-count.sql.js';

type Figures = Pick<StepFigures, 'entered' | 'departed' | 'failed'>;

/** Figures of a version of a journey. */
export interface VersionFigures extends Figures {
  version: number;
  steps: (Figures & { number: number; kind: JourneyStep['kind'] })[];
}

const NOTHING: Figures = { entered: 0, departed: 0, failed: 0 };

/** Reads how many contacts came to each step of a journey, and went on. */
@Injectable()
export class JourneyFiguresService {
  constructor(
    private readonly database: Database,
    private readonly journeys: JourneyRepository,
  ) {}

  /** Versions with figures, and the newest; the newest first. @throws Problem NotFound */
  async read(tenantId: TenantId, id: string): Promise<VersionFigures[]> {
    return this.database.tenant(tenantId, async (tx) => {
      const { journey } = found(isUuid(id) ? await this.journeys.find(tx, tenantId, id) : null);
      const figures = await listFigures(tx, tenantId, id);
      const versions = await this.listVersions(tx, tenantId, id);
      const counted = new Set([...figures.map(({ version }) => version), journey.version]);
      return versions
        .filter(({ version }) => counted.has(version))
        .map(({ version, steps }) => {
          const at = (step: number) =>
            pick(figures.find((one) => one.version === version && one.step === step) ?? NOTHING);
          const ofSteps = steps.map(({ number, kind }) => ({ number, kind, ...at(number) }));
          return { version, ...at(WHOLE), steps: ofSteps };
        });
    });
  }

  private async listVersions(tx: EntityManager, tenantId: TenantId, journeyId: string): Promise<JourneyVersion[]> {
    return tx.find(JourneyVersion, { where: { tenantId, journeyId }, order: { version: 'desc' } });
  }
}

const pick = ({ entered, departed, failed }: Figures): Figures => ({ entered, departed, failed });
