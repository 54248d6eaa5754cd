import { Injectable } from '@nestjs/common';
import type { EntityManager } from 'typeorm';
import { isUuid } from '#libs/core/http';
import type { TenantId } from '#libs/core/persistence';
import { DestinationRepository } from '../../destinations/destination.repository.js';
import { JourneyCriteriaReader, type GivenCriteria } from './journey-criteria.js';
import { invalid, MAX_STEPS } from './journey-problems.js';
import type { Action, Branch, JourneyStep } from './journey-step.js';
import { onlyFields, requiredInteger } from './read-fields.js';
import { readAction } from './read-action.js';
import { validateWays } from './step-graph.js';

/** A step as the API takes and shows it. */
export interface GivenStep {
  numero: number;
  tipo: string;
  /** A number, or the text of its digits where a number would lose some. */
  espera?: unknown;
  acao?: string;
  parametros?: Readonly<Record<string, unknown>>;
  criterios?: readonly unknown[];
  conjuncao?: string;
  se_pular_ir?: number;
  ramos?: readonly { peso: number; ir: number }[];
}

/** Ten years of 365.25 days in nanoseconds. */
const WAIT_MAX = 315_576_000_000_000_000n;
const MAX_BRANCHES = 10;
const MAX_WEIGHT = 1_000_000;

/** Fields of each type of step beside its number and type. */
const FIELDS: Readonly<Record<string, readonly string[]>> = {
  esperar: ['espera'],
  agir: ['acao', 'parametros'],
  condicao: ['criterios', 'conjuncao', 'se_pular_ir'],
  dividir: ['ramos'],
};

/** Reads and judges the steps of a journey. */
@Injectable()
export class StepsReader {
  constructor(
    private readonly criteria: JourneyCriteriaReader,
    private readonly destinations: DestinationRepository,
  ) {}

  /** @throws Problem Unprocessable that names the step and the reason */
  async read(tx: EntityManager, tenantId: TenantId, given: readonly GivenStep[]): Promise<JourneyStep[]> {
    if (given.length === 0) throw invalid('passos', 'Informe ao menos um passo.');
    if (given.length > MAX_STEPS) throw invalid('passos', `Uma jornada tem no máximo ${MAX_STEPS} passos.`);
    const mailSteps = mailStepsOf(given);
    const steps: JourneyStep[] = [];
    for (const [index, step] of given.entries()) {
      const path = `passos[${index}].`;
      if (step.numero !== index + 1)
        throw invalid(`${path}numero`, `Os passos são numerados a partir de 1, sem lacunas: este é o ${index + 1}.`);
      steps.push(await this.readStep(tx, tenantId, step, path, mailSteps));
    }
    validateWays(steps);
    return steps;
  }

  private async readStep(
    tx: EntityManager,
    tenantId: TenantId,
    step: GivenStep,
    path: string,
    mailSteps: ReadonlySet<number>,
  ): Promise<JourneyStep> {
    const { numero: number, tipo } = step;
    const names = Object.hasOwn(FIELDS, tipo) ? FIELDS[tipo] : undefined;
    if (!names) throw invalid(`${path}tipo`, `tipo deve ser um de ${Object.keys(FIELDS).join(', ')}.`);
    onlyFields({ values: { ...step }, path }, ['numero', 'tipo', ...names]);
    switch (tipo) {
      case 'esperar':
        return { number, kind: 'wait', wait: readWait(step.espera, path) };
      case 'agir':
        return { number, kind: 'act', action: await this.readAction(tx, tenantId, step, path) };
      case 'condicao': {
        const given: GivenCriteria = {
          criterios: step.criterios ?? [],
          ...(step.conjuncao !== undefined && { conjuncao: step.conjuncao }),
        };
        const criteria = await this.criteria.read(tx, tenantId, given, path, mailSteps);
        if (step.se_pular_ir === undefined) throw invalid(`${path}se_pular_ir`, 'Informe se_pular_ir.');
        return { number, kind: 'condition', criteria, otherwise: step.se_pular_ir };
      }
      default:
        return { number, kind: 'split', branches: readBranches(step.ramos ?? [], path) };
    }
  }

  private async readAction(tx: EntityManager, tenantId: TenantId, step: GivenStep, path: string): Promise<Action> {
    const action = readAction(step.acao, step.parametros ?? {}, path);
    if (action.kind !== 'webhook') return action;
    const { destinationId: id } = action;
    if (!isUuid(id) || !(await this.destinations.find(tx, tenantId, 'webhook', id)))
      throw invalid(`${path}parametros.destino_id`, 'A conta não tem este destino.');
    return action;
  }
}

/** Numbers of the steps that send mail, which criteria may ask about. */
export const mailStepsOf = (given: readonly GivenStep[]): Set<number> =>
  new Set(given.flatMap(({ numero, acao }) => (acao === 'email' ? numero : [])));

/** Decimal digits without leading zeros. @throws Problem Unprocessable */
function readWait(value: unknown, path: string): string {
  if (value === undefined) throw invalid(`${path}espera`, 'Informe espera.');
  const digits = typeof value === 'number' && Number.isSafeInteger(value) ? String(value) : value;
  if (typeof digits !== 'string' || !/^\d{1,40}$/.test(digits) || BigInt(digits) <= 0n)
    throw invalid(`${path}espera`, 'espera deve ser um inteiro de nanossegundos maior que zero.');
  const wait = BigInt(digits);
  if (wait > WAIT_MAX) throw invalid(`${path}espera`, `espera deve ser de no máximo dez anos: ${WAIT_MAX}.`);
  return wait.toString();
}

function readBranches(given: readonly { peso: number; ir: number }[], path: string): Branch[] {
  if (given.length < 2 || given.length > MAX_BRANCHES)
    throw invalid(`${path}ramos`, `Informe de 2 a ${MAX_BRANCHES} ramos.`);
  return given.map((branch, index) => {
    const fields = { values: { ...branch }, path: `${path}ramos[${index}].` };
    return { weight: requiredInteger(fields, 'peso', 1, MAX_WEIGHT), to: branch.ir };
  });
}
