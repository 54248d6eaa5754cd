import { GraphqlInput } from '#libs/core/graphql';
import { Decimal, Flag, Integer, ListOf, MayBeAbsent, MayBeNull, Nested, OneOf, PublicId, Text } from '#libs/core/http';
import type { ExperimentGoal } from '#libs/sites/sites';
import { listOf } from '../../list-of.js';
import { incompleteGoal } from '../experiment-problems.js';
import type { NewExperiment } from '../experiment.repository.js';
import { DEFAULT_FLOOR } from '../experiments.service.js';
import { ExperimentObject, GOALS } from './experiment.responses.js';

export const MAX_VARIANTS = 10;
const VERSION_MAX = 2 ** 31 - 1;
const WEIGHT_MAX = 1_000_000;

const Name = (description: string) => Text({ min: 1, max: 100, example: 'Título curto', description });
/** The service judges the range, because a weight outside of it is 422. */
const Weight = () =>
  Decimal({ min: -WEIGHT_MAX, max: WEIGHT_MAX, example: 50, description: 'De 0 a 100; fora disso, 422' });

@GraphqlInput('ExperimentVariantInput')
export class VariantRequest {
  @Name('O nome da variante')
  nome: string;

  @Integer({ min: 1, max: VERSION_MAX, example: 2, description: 'Uma versão da página; cada variante tem a sua' })
  versao: number;

  @Weight()
  peso: number;
}

@GraphqlInput('ExperimentGoalInput')
export class GoalRequest {
  @OneOf(Object.values(GOALS), { description: 'O que conta como conversão', example: 'formulario' })
  tipo: string;

  @MayBeAbsent()
  @MayBeNull()
  @PublicId('frm', { description: 'De `formulario`: só este; qualquer um da página se ausente' })
  form_id?: string | null;

  @MayBeAbsent()
  @MayBeNull()
  @Text({ min: 1, max: 100, description: 'De `evento`: o nome que a página envia', example: 'compra' })
  nome?: string | null;
}

const Balanced = () =>
  Flag({
    description: 'Os pesos seguem a chance de ser a melhor, a cada hora; os configurados valem no começo da fase',
  });
const Floor = () =>
  Decimal({ min: 0.01, max: 0.5, example: 0.05, description: 'De `autobalancear`: a parte que cada variante mantém' });

@GraphqlInput('CreateExperimentInput')
export class CreateExperimentRequest {
  @Name('O nome do experimento')
  nome: string;

  @ListOf(() => VariantRequest, {
    min: 2,
    max: MAX_VARIANTS,
    description: 'A primeira é o controle',
    example: [
      { nome: 'Título atual', versao: 1, peso: 50 },
      { nome: 'Título curto', versao: 2, peso: 50 },
    ],
  })
  variantes: VariantRequest[];

  @MayBeAbsent()
  @MayBeNull()
  @Nested(() => GoalRequest, { description: 'Um formulário enviado, se ausente' })
  objetivo?: GoalRequest | null;

  @MayBeAbsent()
  @Balanced()
  autobalancear?: boolean;

  @MayBeAbsent()
  @Floor()
  piso?: number;
}

@GraphqlInput('VariantWeightInput')
export class VariantWeightRequest {
  @PublicId('vrt')
  id: string;

  @Weight()
  peso: number;
}

@GraphqlInput('UpdateExperimentInput', 'What is absent stays as it is.')
export class UpdateExperimentRequest {
  @MayBeAbsent()
  @Name('O nome do experimento')
  nome?: string;

  @MayBeAbsent()
  @ListOf(() => VariantWeightRequest, {
    min: 1,
    max: MAX_VARIANTS,
    description: 'Novos pesos; em andamento, começam uma nova fase',
  })
  variantes?: VariantWeightRequest[];

  @MayBeAbsent()
  @Balanced()
  autobalancear?: boolean;

  @MayBeAbsent()
  @Floor()
  piso?: number;
}

@GraphqlInput('PromoteVariantInput')
export class PromoteRequest {
  @PublicId('vrt', { description: 'A variante cuja versão é publicada' })
  variante: string;
}

const experiments = listOf('experimentos', ExperimentObject, { max: 100 });
export class ListExperimentsQuery extends experiments.Query {}
export class ExperimentPage extends experiments.Page {}

export function toNewExperiment({
  nome,
  variantes,
  objetivo,
  autobalancear: isBalanced = false,
  piso = DEFAULT_FLOOR,
}: CreateExperimentRequest): NewExperiment {
  const variants = variantes.map(({ nome: name, versao: version, peso: weight }) => ({ name, version, weight }));
  return {
    name: nome,
    variants,
    goal: goalOf(objetivo ?? { tipo: GOALS.form }),
    balanceFloor: isBalanced ? piso : null,
  };
}

function goalOf({ tipo, form_id: formId, nome: name }: GoalRequest): ExperimentGoal {
  if (tipo === GOALS.form) return { kind: 'form', formId: formId ?? null };
  if (!name) throw incompleteGoal('objetivo.nome');
  return { kind: 'event', name };
}

export function toExperimentChanges({ nome, variantes, autobalancear, piso }: UpdateExperimentRequest) {
  const weights = variantes && new Map(variantes.map(({ id, peso }) => [id, peso]));
  return { name: nome, weights, isBalanced: autobalancear, floor: piso };
}
