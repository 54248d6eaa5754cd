import { GraphqlInput } from '#libs/core/graphql';
import { Decimal, Flag, Integer, MayBeAbsent, MayBeNull, Text } from '#libs/core/http';
import { type AlertValues, HOURS_MAX, WINDOW } from '../alert-rule.js';
import { fromWireType, WIRE_TYPES } from '../wire-alert.js';

const INT_MAX = 2 ** 31 - 1;
const NUMBER_MAX = 1e12;

@GraphqlInput('AlertInput')
export class AlertRequest {
  @Text({ max: 100, pattern: /\S/, example: 'Nenhum lead desde ontem' })
  nome: string;

  @Text({
    max: 50,
    example: 'sem_leads',
    description: `${Object.values(WIRE_TYPES).join(' ou ')}; outro é 422.`,
  })
  tipo: string;

  @Decimal({
    min: -NUMBER_MAX,
    max: NUMBER_MAX,
    example: 24,
    description:
      `Em \`sem_leads\`, as horas sem leads, mais que 0 e até ${HOURS_MAX}; em \`queda_qualidade\`, a fração dos leads que foi ` +
      'julgada ruim, mais que 0 e até 1. O alerta dispara a partir deste valor. Fora disso, 422.',
  })
  limiar: number;

  @Integer({
    min: -INT_MAX,
    max: INT_MAX,
    example: 1440,
    description:
      `Os minutos em que \`queda_qualidade\` conta leads, de ${WINDOW.min} a ${WINDOW.max}, em passos de cinco. ` +
      '`sem_leads` olha as horas do limiar, e não esta janela. Fora disso, 422.',
  })
  janela_minutos: number;

  @MayBeAbsent()
  @MayBeNull()
  @Text({ max: 100, description: 'Um destino da conta, que recebe cada mudança do estado; senão, 422.' })
  destino_id?: string | null;

  @MayBeAbsent()
  @Flag({ description: 'true quando ausente. Um alerta que não está ativo não é avaliado.' })
  ativo?: boolean;
}

/** @throws Problem Unprocessable for a type that no alert has */
export const toAlertValues = (request: AlertRequest): AlertValues => ({
  name: request.nome.trim(),
  type: fromWireType(request.tipo),
  threshold: request.limiar,
  windowMinutes: request.janela_minutos,
  destinationId: request.destino_id?.toLowerCase() ?? null,
  active: request.ativo ?? true,
});
