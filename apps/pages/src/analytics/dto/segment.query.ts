import { ArgsType } from '@nestjs/graphql';
import { PageLimit, QueryEnum, QueryText } from '#libs/core/http';
import { type Dimension, DIMENSIONS } from '#libs/sites/traffic';
import { PageWindowQuery } from './window.query.js';

/** Stands for the absence of a value, in filters and in answers. */
export const NONE = '(vazio)';

/** Rows of a report at most. */
export const ROWS_MAX = 1_000;

/** Dimensions by which a report with filters can be broken down; they are its filters, too. */
export const SEGMENT_DIMENSIONS = [
  'page',
  'utm_source',
  'utm_medium',
  'utm_campaign',
  'country',
  'device',
] as const satisfies readonly Dimension[];
export type SegmentDimension = (typeof SEGMENT_DIMENSIONS)[number];

const SEGMENT_WORDS = SEGMENT_DIMENSIONS.map((dimension) => DIMENSIONS[dimension]);

const UTM_MAX = 200;
const UTM = { max: UTM_MAX, description: `Só as visitas com este valor; \`${NONE}\`, as sem valor.` };

/** A report with filters. */
@ArgsType()
export class SegmentQuery extends PageWindowQuery {
  @QueryEnum(SEGMENT_WORDS, { default: DIMENSIONS.page, description: 'Uma linha por valor dela.' })
  dimensao: string;

  @QueryText(UTM)
  utm_source?: string;

  @QueryText(UTM)
  utm_medium?: string;

  @QueryText(UTM)
  utm_campaign?: string;

  @QueryText({
    max: NONE.length,
    pattern: /^(?:[A-Za-z]{2}|\(vazio\))$/,
    form: 'deve ser um código ISO 3166-1 de duas letras',
    description: `País, por ISO 3166-1 (duas letras); \`${NONE}\`, desconhecido.`,
  })
  pais?: string;

  @QueryEnum(['desktop', 'mobile', 'tablet', 'desconhecido'])
  dispositivo?: string;

  @PageLimit(ROWS_MAX)
  limite: number;
}
