import { CompiledValidationPipe, portugueseReason, Problem } from '#libs/core/http';
import { SegmentQuery } from '../analytics/dto/segment.query.js';
import { toWindow } from '../analytics/dto/window.query.js';
import { invalidFilter, unknownFilter } from './report-view-problems.js';
import type { ViewFilters } from './report-view.entity.js';

/** Parameters of `GET /v1/analytics/relatorio`. */
export const FILTER_NAMES = [
  'dimensao',
  'de',
  'ate',
  'fuso',
  'pagina',
  'utm_source',
  'utm_medium',
  'utm_campaign',
  'pais',
  'dispositivo',
  'limite',
] as const satisfies readonly (keyof SegmentQuery)[];

const REPORT = new CompiledValidationPipe();

/**
 * Checks that the report takes the filters as its query.
 * @throws Problem ValidationError for a name that is no parameter, Unprocessable for a value that the report does not take
 */
export function validateViewFilters(filters: ViewFilters): void {
  const names: readonly string[] = FILTER_NAMES;
  const unknown = Object.keys(filters).find((name) => !names.includes(name));
  if (unknown !== undefined) throw unknownFilter(unknown, names);
  try {
    toWindow(REPORT.transform(filters, { type: 'query', metatype: SegmentQuery }) as SegmentQuery);
  } catch (error) {
    throw inBody(error);
  }
}

/** Makes of the refusal of a query that of a filter; other errors unchanged. */
function inBody(error: unknown): unknown {
  if (!(error instanceof Problem)) return error;
  const [detail] = error.details ?? [];
  if (detail) return invalidFilter(detail.Field, `${detail.Field} ${portugueseReason(detail.Message)}.`);
  return error.code === 'Unprocessable' ? invalidFilter(String(error.extra?.['campo']), error.message) : error;
}
