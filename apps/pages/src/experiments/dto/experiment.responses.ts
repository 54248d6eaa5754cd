import { ApiProperty } from '@nestjs/swagger';
import { GraphqlObject } from '#libs/core/graphql';
import type { ExperimentEnd, ExperimentStatus, ExperimentVariant } from '#libs/sites/experiments';
import type { ExperimentGoal } from '#libs/sites/sites';
import type { WholeExperiment } from '../experiment.repository.js';

export const GOALS = { form: 'formulario', event: 'evento' } as const satisfies Record<ExperimentGoal['kind'], string>;

const STATUSES = {
  draft: 'rascunho',
  running: 'em_andamento',
  stopped: 'parado',
  promoted: 'promovido',
} as const satisfies Record<ExperimentStatus, string>;

const ENDS = {
  user: 'usuario',
  unpublished: 'pagina_fora_do_ar',
  'too-long': 'prazo_maximo',
} as const satisfies Record<ExperimentEnd, string>;

@GraphqlObject('ExperimentVariant')
export class VariantObject {
  @ApiProperty({ example: 'vrt_0c7b3f19ad62e04f' })
  id: string;

  @ApiProperty({ example: 'Título curto' })
  nome: string;

  @ApiProperty({ type: 'integer', example: 2 })
  versao: number;

  @ApiProperty({ type: 'number', example: 50, description: 'De 0 a 100; as partes são pela soma' })
  peso: number;

  static of({ id, name, version, weight }: ExperimentVariant): VariantObject {
    return { id, nome: name, versao: version, peso: weight };
  }
}

@GraphqlObject('ExperimentGoal')
export class GoalObject {
  @ApiProperty({ enum: Object.values(GOALS) })
  tipo: string;

  @ApiProperty({ type: String, nullable: true, description: 'Nulo para qualquer formulário da página' })
  form_id: string | null;

  @ApiProperty({ type: String, nullable: true, description: 'O nome do evento' })
  nome: string | null;

  static of(goal: ExperimentGoal): GoalObject {
    const isForm = goal.kind === 'form';
    return { tipo: GOALS[goal.kind], form_id: isForm ? goal.formId : null, nome: isForm ? null : goal.name };
  }
}

@GraphqlObject('Experiment', 'Versions of a page that are compared with each other.')
export class ExperimentObject {
  @ApiProperty({ example: 'exp_0c7b3f19ad62e04f' })
  id: string;

  @ApiProperty({ example: 'pag_0c7b3f19ad62e04f' })
  pagina_id: string;

  @ApiProperty({ example: 'Título' })
  nome: string;

  @ApiProperty({ enum: Object.values(STATUSES) })
  status: string;

  @ApiProperty({ type: GoalObject })
  objetivo: GoalObject;

  @ApiProperty({ type: [VariantObject], description: 'A primeira é o controle' })
  variantes: VariantObject[];

  @ApiProperty({ description: 'Se os pesos seguem a chance de ser a melhor' })
  autobalancear: boolean;

  @ApiProperty({
    type: 'number',
    nullable: true,
    description: 'A parte que cada variante mantém; nulo sem `autobalancear`',
  })
  piso: number | null;

  @ApiProperty({ type: 'integer', description: 'Cada início e cada mudança de pesos começa uma; 0 antes do primeiro' })
  fase: number;

  @ApiProperty({ type: String, format: 'date-time', nullable: true })
  iniciado_em: string | null;

  @ApiProperty({ type: String, format: 'date-time', nullable: true })
  encerrado_em: string | null;

  @ApiProperty({ type: String, enum: Object.values(ENDS), nullable: true })
  motivo_do_fim: string | null;

  @ApiProperty({ type: String, nullable: true, description: 'A variante que foi promovida' })
  variante_promovida: string | null;

  @ApiProperty({ format: 'date-time' })
  criado_em: string;

  @ApiProperty({ format: 'date-time' })
  atualizado_em: string;

  static of(experiment: WholeExperiment): ExperimentObject {
    return {
      id: experiment.id,
      pagina_id: experiment.pageId,
      nome: experiment.name,
      status: STATUSES[experiment.status],
      objetivo: GoalObject.of(experiment.goal),
      variantes: experiment.variants.map((variant) => VariantObject.of(variant)),
      autobalancear: experiment.balanceFloor !== null,
      piso: experiment.balanceFloor,
      fase: experiment.phase,
      iniciado_em: experiment.startedAt?.toISOString() ?? null,
      encerrado_em: experiment.endedAt?.toISOString() ?? null,
      motivo_do_fim: experiment.endReason && ENDS[experiment.endReason],
      variante_promovida: experiment.promotedId,
      criado_em: experiment.createdAt.toISOString(),
      atualizado_em: experiment.updatedAt.toISOString(),
    };
  }
}
