import { ArgsType } from '@nestjs/graphql';
import {
  QueryBoolean,
  QueryInteger,
  QueryMoment,
  QueryText,
  QueryTimeZone,
  refusal,
  type Problem,
} from '#libs/core/http';
import { MAX_VARIANTS } from '../dto/experiment.requests.js';
import { weightOutside } from '../experiment-problems.js';

const FRACTION = /^(?:0|1|0?\.\d{1,9}|0\.\d{1,9}|1\.0{1,9})$/;
const Fraction = (description: string, fallback: string) =>
  QueryText({
    max: 12,
    pattern: FRACTION,
    form: 'deve ser uma fração de 0 a 1, como 0.95',
    default: fallback,
    description,
  });

/** A variant of a report: the id of a variant or the number of a version, and the weight that it is meant to have. */
export interface WantedVariant {
  id: string;
  weight: number;
}

@ArgsType()
export class AbQuery {
  @QueryText({ max: 100, description: 'O id ou o slug da página; o experimento dela em andamento, ou o último' })
  pagina?: string;

  @QueryMoment({ description: 'Desde quando; o início da fase se ausente' })
  de?: string;

  @QueryMoment({ description: 'Até quando; agora se ausente. No máximo 92 dias' })
  ate?: string;

  @QueryTimeZone({ default: 'UTC', description: 'Fuso horário dos dias, pelo nome da IANA' })
  fuso: string;

  @QueryText({ max: 100, description: 'O id de um experimento' })
  experimento?: string;

  @QueryText({
    max: 1_000,
    description:
      'Até 10 variantes, `id:peso` separados por vírgulas; id da variante ou número da versão. As do experimento se ausente',
  })
  variantes?: string;

  @QueryMoment({ description: 'Conta visitantes expostos a partir daqui; vale o mais tarde de `de` e `desde`' })
  desde?: string;

  @QueryInteger({ min: 1, max: 1_000_000_000, default: 100, description: 'Visitantes que cada variante deve ter' })
  minimo: number;

  @Fraction('A chance de ser a melhor a partir da qual há um vencedor provável', '0.95')
  prob: string;

  @Fraction('De `autobalancear`: a parte que cada variante recebe ao menos', '0.05')
  piso: string;

  @QueryBoolean({ default: false, description: 'O peso efetivo segue a chance de ser a melhor' })
  autobalancear: boolean;
}

const ENTRY = /^([\w-]{1,64}):(-?\d+(?:\.\d+)?)$/;

/**
 * Parses `id:weight,…`.
 * @throws Problem ValidationError for a malformed list, an id twice and more than ten; Unprocessable for a weight outside 0 to 100
 */
export function readVariants(text: string | undefined): WantedVariant[] | null {
  if (text === undefined) return null;
  const entries = text.split(',').map((entry) => ENTRY.exec(entry.trim()));
  if (entries.length > MAX_VARIANTS) throw invalid(`variantes deve ter no máximo ${MAX_VARIANTS} variantes.`);
  const variants = entries.map((entry) => {
    if (!entry) throw invalid('variantes deve ser uma lista de id:peso separados por vírgulas.');
    return { id: entry[1]!, weight: Number(entry[2]) };
  });
  if (new Set(variants.map(({ id }) => id)).size < variants.length)
    throw invalid('variantes tem a mesma variante duas vezes.');
  if (variants.some(({ weight }) => weight < 0 || weight > 100)) throw weightOutside('variantes');
  return variants;
}

const invalid = (erro: string): Problem => refusal('ValidationError', { erro, campo: 'variantes' });
