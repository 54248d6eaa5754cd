import { Injectable } from '@nestjs/common';
import type { EntityManager } from 'typeorm';
import type { TenantId } from '#libs/core/persistence';
import { type GivenCriteria, type JourneyCriteria, JourneyCriteriaReader } from './journey-criteria.js';
import { invalid } from './journey-problems.js';
import type { JourneyStep } from './journey-step.js';
import type { Reentry, TriggerKind, TriggerParameters } from './journey-trigger.js';
import { type GivenStep, mailStepsOf, StepsReader } from './read-steps.js';
import { TriggerReader } from './read-trigger.js';

/** A journey as the API takes it. */
export interface GivenJourney {
  nome: string;
  gatilho: string;
  parametros?: Readonly<Record<string, unknown>>;
  passos: readonly GivenStep[];
  reentrada?: string;
  saida?: GivenCriteria | null;
  objetivo?: GivenCriteria | null;
}

/** A journey that can be done. */
export interface JourneyDefinition {
  name: string;
  trigger: TriggerKind;
  parameters: TriggerParameters;
  steps: JourneyStep[];
  reentry: Reentry;
  exitCriteria: JourneyCriteria | null;
  goal: JourneyCriteria | null;
}

/** Names of the ways to enter again in the API. */
export const REENTRY_NAMES: Readonly<Record<Reentry, string>> = {
  never: 'nunca',
  'after-leaving': 'apos_sair',
  always: 'sempre',
};

/** Reads and judges journeys as a whole. */
@Injectable()
export class JourneyReader {
  constructor(
    private readonly triggers: TriggerReader,
    private readonly steps: StepsReader,
    private readonly criteria: JourneyCriteriaReader,
  ) {}

  /** @throws Problem Unprocessable that names the place and the reason */
  async read(tx: EntityManager, tenantId: TenantId, given: GivenJourney): Promise<JourneyDefinition> {
    const name = given.nome.trim();
    const { trigger, parameters } = await this.triggers.read(tx, tenantId, given.gatilho, given.parametros ?? {});
    const steps = await this.steps.read(tx, tenantId, given.passos);
    const reentry = readReentry(given.reentrada);
    const mailSteps = mailStepsOf(given.passos);
    const read = async (criteria: GivenCriteria | null | undefined, path: string) =>
      criteria ? this.criteria.read(tx, tenantId, criteria, path, mailSteps) : null;
    const exitCriteria = await read(given.saida, 'saida.');
    const goal = await read(given.objetivo, 'objetivo.');
    return { name, trigger, parameters, steps, reentry, exitCriteria, goal };
  }
}

function readReentry(name = REENTRY_NAMES['after-leaving']): Reentry {
  const [reentry] = Object.entries(REENTRY_NAMES).find(([, wire]) => wire === name) ?? [];
  if (reentry === undefined)
    throw invalid('reentrada', `reentrada deve ser uma de ${Object.values(REENTRY_NAMES).join(', ')}.`);
  return reentry as Reentry;
}
