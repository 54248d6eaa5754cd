import { ApiProperty } from '@nestjs/swagger';
import { GraphqlObject } from '#libs/core/graphql';
import { rateOf } from '../statistics/sample.js';
import { FALSE_WINNER_RATE, type State } from '../statistics/verdict.js';
import { wilson } from '../statistics/wilson.js';
import type { AbReport } from './ab-report.service.js';

const STATES = {
  collecting: 'coletando',
  'too-few': 'sem_dados_suficientes',
  undecided: 'inconclusivo',
  winner: 'vencedor_provavel',
} as const satisfies Record<State, string>;

@GraphqlObject('AbVariant')
export class AbVariantObject {
  @ApiProperty({ description: 'Como foi pedida', example: 'vrt_0c7b3f19ad62e04f' })
  id: string;

  @ApiProperty({ type: String, nullable: true })
  nome: string | null;

  @ApiProperty({ type: 'integer', nullable: true })
  versao: number | null;

  @ApiProperty({ type: 'number', description: 'De 0 a 100' })
  peso_configurado: number;

  @ApiProperty({ type: 'number', description: 'De 0 a 100; o de agora, ou com `autobalancear` o que seria' })
  peso_efetivo: number;

  @ApiProperty({ type: 'integer', format: 'int64', description: 'Expostos, cada um uma vez' })
  visitantes: number;

  @ApiProperty({ type: 'integer', format: 'int64', description: 'Dos expostos, quantos converteram' })
  conversoes: number;

  @ApiProperty({ type: 'number', nullable: true, description: 'Nula sem visitantes; estratificada se autobalanceado' })
  taxa: number | null;

  @ApiProperty({
    type: 'array',
    items: { type: 'number' },
    minItems: 2,
    maxItems: 2,
    description: 'O intervalo de Wilson da taxa, de 95%',
  })
  intervalo: number[];

  @ApiProperty({ description: 'Se o experimento está em andamento e os visitantes podem receber esta variante' })
  no_ar: boolean;

  @ApiProperty({ type: 'number' })
  chance_de_ser_melhor: number;

  @ApiProperty({ type: 'number', description: 'Quanto a taxa da melhor é maior, em média' })
  perda_esperada: number;
}

@GraphqlObject('AbPhase')
export class AbPhaseObject {
  @ApiProperty({ type: 'integer' })
  fase: number;

  @ApiProperty({ format: 'date-time' })
  inicio: string;

  @ApiProperty({ type: String, format: 'date-time', nullable: true })
  fim: string | null;
}

@GraphqlObject('AbReport', 'The numbers of an experiment, and what they say.')
export class AbReportObject {
  @ApiProperty({ type: String, nullable: true })
  experimento: string | null;

  @ApiProperty({ type: 'integer', nullable: true, description: 'A fase de que são os números' })
  fase: number | null;

  @ApiProperty({ type: [AbPhaseObject] })
  fases: AbPhaseObject[];

  @ApiProperty({ format: 'date-time' })
  de: string;

  @ApiProperty({ format: 'date-time' })
  ate: string;

  @ApiProperty({ enum: Object.values(STATES) })
  estado: string;

  @ApiProperty({ type: String, nullable: true, description: 'O id da variante, como em `variantes`' })
  vencedor: string | null;

  @ApiProperty({
    description: 'Se os pesos do experimento seguem a chance de ser a melhor; então taxas e chances são estratificadas',
  })
  autobalanceado: boolean;

  @ApiProperty({ type: [AbVariantObject] })
  variantes: AbVariantObject[];

  @ApiProperty({ description: 'Se os visitantes não se dividem como os pesos dizem; então não há vencedor' })
  desequilibrio: boolean;

  @ApiProperty({
    type: 'number',
    nullable: true,
    description: 'O valor p do qui-quadrado; nulo com menos de 100 visitantes',
  })
  desequilibrio_p: number | null;

  @ApiProperty({ description: 'Se o teste que vale a cada olhada concorda com a variante da frente' })
  valido_sempre: boolean;

  @ApiProperty({ type: 'number', description: 'O valor p desse teste' })
  valido_sempre_p: number;

  @ApiProperty({
    type: 'number',
    description:
      'De experimentos com variantes iguais, olhados todo dia por 28 dias, quantos têm um vencedor (simulação)',
  })
  taxa_falso_vencedor: number;

  static of({ experimentId, phase, phases, window, variants, isBalanced, verdict }: AbReport): AbReportObject {
    return {
      experimento: experimentId,
      fase: phase,
      fases: phases.map(({ number, startedAt, endedAt }) => ({
        fase: number,
        inicio: startedAt.toISOString(),
        fim: endedAt?.toISOString() ?? null,
      })),
      de: window.text(window.from),
      ate: window.text(window.until),
      estado: STATES[verdict.state],
      vencedor: verdict.winner === null ? null : variants[verdict.winner]!.id,
      autobalanceado: isBalanced,
      variantes: variants.map((variant, index) => ({
        id: variant.id,
        nome: variant.name,
        versao: variant.version,
        peso_configurado: variant.weight,
        peso_efetivo: rounded(variant.effectiveWeight),
        visitantes: variant.visitors,
        conversoes: variant.conversions,
        taxa: rateOf(variant.adjusted),
        intervalo: wilson(variant.adjusted),
        no_ar: variant.isServed,
        chance_de_ser_melhor: rounded(verdict.comparisons[index]!.best),
        perda_esperada: rounded(verdict.comparisons[index]!.loss),
      })),
      desequilibrio: verdict.isMismatched,
      desequilibrio_p: verdict.sampleRatioP,
      valido_sempre: verdict.isAlwaysValid,
      valido_sempre_p: verdict.alwaysValidP,
      taxa_falso_vencedor: FALSE_WINNER_RATE,
    };
  }
}

/** To the digits that the quadrature has. */
const rounded = (value: number): number => Math.round(value * 1e9) / 1e9;
