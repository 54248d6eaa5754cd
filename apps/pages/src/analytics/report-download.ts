import type { CsvDownload } from '#libs/core/http';
import { RowObject } from './dto/report.responses.js';
import { OTHERS } from '#libs/sites/traffic';
import type { SegmentReport, ValueTotals } from './traffic-reports.service.js';

/** A report as CSV. Values beyond the limit are the last line. */
export function toDownload(dimensao: string, { rows, others }: SegmentReport): CsvDownload<RowObject> {
  const rest: ValueTotals = { value: OTHERS, label: null, totals: others };
  const lines = [...rows, ...(others.views + others.sessions > 0 ? [rest] : [])].map((row) => RowObject.ofValue(row));
  return {
    fileName: 'relatorio.csv',
    columns: [
      [dimensao, ({ valor }) => valor],
      ['rotulo', ({ rotulo }) => rotulo],
      ['visualizacoes', ({ visualizacoes }) => visualizacoes],
      ['visitas', ({ visitas }) => visitas],
      ['visitantes', ({ visitantes }) => visitantes],
      ['conversoes', ({ conversoes }) => conversoes],
      ['taxa_conversao', ({ taxa_conversao }) => taxa_conversao],
    ],
    batches: once(lines),
  };
}

async function* once<T>(rows: readonly T[]): AsyncGenerator<readonly T[]> {
  yield rows;
}
