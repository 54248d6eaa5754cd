import { ApiProperty } from '@nestjs/swagger';
import { GraphqlInput, GraphqlObject } from '#libs/core/graphql';
import { MayBeAbsent, Text, Timestamp } from '#libs/core/http';
import type { StepKind } from '../definition/journey-step.js';
import type { StepDetail, StepOutcome } from '../enrollments/enrollment-step.entity.js';
import type { Enrollment } from '../enrollments/enrollment.entity.js';
import { TRIGGER_NAMES } from '../definition/read-trigger.js';
import type { SimulatedStep, Simulation } from '../simulation/journey-simulation.js';
import type { ContactJourney } from './contact-journeys.service.js';
import type { VersionFigures } from './journey-figures.service.js';
import { ENROLLMENT_OUTCOMES, STATE_NAMES, STEP_NAMES, STEP_RESULTS } from './wire-outcomes.js';

const ID_MAX = 40;

@GraphqlInput('JourneySimulationInput')
export class SimulationRequest {
  @Text({ max: ID_MAX, example: 'cnt_0123456789abcdef' })
  contato_id: string;

  @MayBeAbsent()
  @Timestamp({ description: 'Quando a pessoa entraria; agora se ausente.' })
  agora?: string;
}

@GraphqlObject('JourneyWayStep', 'A step that a contact did, or would do.')
export class WayStepObject {
  @ApiProperty({ type: 'integer' })
  numero: number;

  @ApiProperty({ enum: Object.values(STEP_NAMES) })
  tipo: string;

  @ApiProperty({ format: 'date-time' })
  em: string;

  @ApiProperty({ enum: Object.values(STEP_RESULTS), description: 'Por que o caminho seguiu como seguiu.' })
  resultado: string;

  @ApiProperty({ format: 'date-time', required: false, description: 'De esperar: até quando.' })
  ate?: string;

  @ApiProperty({ type: 'integer', required: false, description: 'O passo seguinte, quando não é o próximo.' })
  ir?: number;

  @ApiProperty({ required: false, description: 'De falhou: a razão.' })
  motivo?: string;

  static of(step: WayStep): WayStepObject {
    const { until, to, reason } = step.detail ?? {};
    return {
      numero: step.step,
      tipo: STEP_NAMES[step.kind],
      em: step.at.toISOString(),
      resultado: STEP_RESULTS[step.outcome],
      ...(until !== undefined && { ate: until }),
      ...(to !== undefined && { ir: to }),
      ...(reason !== undefined && { motivo: reason }),
    };
  }
}

interface WayStep {
  step: number;
  kind: StepKind;
  at: Date;
  outcome: StepOutcome;
  detail: StepDetail | null;
}

@GraphqlObject('JourneySimulation', 'What a journey would do with a contact.')
export class SimulationObject {
  @ApiProperty({ type: [WayStepObject], description: 'No máximo 500.' })
  passos: WayStepObject[];

  @ApiProperty({ enum: Object.values(ENROLLMENT_OUTCOMES), nullable: true, type: String })
  desfecho: string | null;

  @ApiProperty({ format: 'date-time', nullable: true, type: String })
  termina_em: string | null;

  static of({ steps, outcome, endsAt }: Simulation): SimulationObject {
    return {
      passos: steps.map((step: SimulatedStep) => WayStepObject.of(step)),
      desfecho: outcome && ENROLLMENT_OUTCOMES[outcome],
      termina_em: endsAt?.toISOString() ?? null,
    };
  }
}

@GraphqlObject('ContactJourney', 'The way of a contact through a journey.')
export class ContactJourneyObject {
  @ApiProperty({ format: 'uuid' })
  jornada_id: string;

  @ApiProperty()
  jornada: string;

  @ApiProperty({ type: 'integer' })
  versao: number;

  @ApiProperty({ enum: Object.values(STATE_NAMES) })
  estado: string;

  @ApiProperty({ enum: Object.values(TRIGGER_NAMES), description: 'O que a fez entrar.' })
  gatilho: string;

  @ApiProperty({ nullable: true, type: String, description: 'O lead, o campo ou o evento.' })
  por: string | null;

  @ApiProperty({ format: 'date-time' })
  entrou_em: string;

  @ApiProperty({ type: 'integer', nullable: true, description: 'O passo que vem; null quando saiu.' })
  passo: number | null;

  @ApiProperty({ format: 'date-time', nullable: true, type: String, description: 'Quando ele vem.' })
  proximo_em: string | null;

  @ApiProperty({ format: 'date-time', nullable: true, type: String })
  saiu_em: string | null;

  @ApiProperty({ enum: Object.values(ENROLLMENT_OUTCOMES), nullable: true, type: String })
  desfecho: string | null;

  @ApiProperty({ nullable: true, type: String, description: 'De falhou e interrompida: a razão.' })
  motivo: string | null;

  @ApiProperty({ type: [WayStepObject], description: 'Do mais antigo ao mais novo; os 200 mais novos.' })
  passos: WayStepObject[];

  static of({ enrollment, journey, steps }: ContactJourney): ContactJourneyObject {
    const isInside = enrollment.state !== 'ended';
    return {
      jornada_id: journey.id,
      jornada: journey.name,
      versao: enrollment.version,
      estado: STATE_NAMES[enrollment.state],
      gatilho: TRIGGER_NAMES[enrollment.cause.kind],
      por: enrollment.cause.subject,
      entrou_em: enrollment.enteredAt.toISOString(),
      passo: isInside ? enrollment.step : null,
      proximo_em: enrollment.dueAt?.toISOString() ?? null,
      saiu_em: enrollment.endedAt?.toISOString() ?? null,
      desfecho: outcomeOf(enrollment),
      motivo: enrollment.reason,
      passos: steps.map((step) => WayStepObject.of(step)),
    };
  }
}

const outcomeOf = ({ outcome }: Enrollment): string | null => outcome && ENROLLMENT_OUTCOMES[outcome];

export class ContactJourneysResponse {
  @ApiProperty({ type: [ContactJourneyObject], description: 'A entrada mais nova primeiro; no máximo 100.' })
  jornadas: ContactJourneyObject[];

  static of(journeys: readonly ContactJourney[]): ContactJourneysResponse {
    return { jornadas: journeys.map((journey) => ContactJourneyObject.of(journey)) };
  }
}

@GraphqlObject('JourneyStepFigures', 'How many contacts came to a step, and went on.')
export class StepFiguresObject {
  @ApiProperty({ type: 'integer' })
  numero: number;

  @ApiProperty({ enum: Object.values(STEP_NAMES) })
  tipo: string;

  @ApiProperty({ type: 'integer' })
  entraram: number;

  @ApiProperty({ type: 'integer', description: 'Estão neste passo agora.' })
  dentro: number;

  @ApiProperty({ type: 'integer' })
  sairam: number;

  @ApiProperty({ type: 'integer', description: 'Dos que saíram, os que não puderam fazer o passo.' })
  falharam: number;
}

@GraphqlObject('JourneyVersionFigures', 'Figures of a version of a journey.')
export class VersionFiguresObject {
  @ApiProperty({ type: 'integer' })
  versao: number;

  @ApiProperty({ type: 'integer' })
  entraram: number;

  @ApiProperty({ type: 'integer' })
  dentro: number;

  @ApiProperty({ type: 'integer' })
  sairam: number;

  @ApiProperty({ type: 'integer' })
  falharam: number;

  @ApiProperty({ type: [StepFiguresObject] })
  passos: StepFiguresObject[];

  static of({ version, steps, ...whole }: VersionFigures): VersionFiguresObject {
    const passos = steps.map(({ number, kind, ...figures }) => {
      return { numero: number, tipo: STEP_NAMES[kind], ...shown(figures) };
    });
    return { versao: version, ...shown(whole), passos };
  }
}

const shown = ({ entered, departed, failed }: { entered: number; departed: number; failed: number }) => ({
  entraram: entered,
  dentro: entered - departed,
  sairam: departed,
  falharam: failed,
});

export class JourneyFiguresResponse {
  @ApiProperty({ type: [VersionFiguresObject], description: 'A versão mais nova primeiro.' })
  versoes: VersionFiguresObject[];

  static of(versions: readonly VersionFigures[]): JourneyFiguresResponse {
    return { versoes: versions.map((version) => VersionFiguresObject.of(version)) };
  }
}
