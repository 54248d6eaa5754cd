import { GraphqlInput } from '#libs/core/graphql';
import { Integer, MayBeAbsent, OneOf, TextMap } from '#libs/core/http';
import { DELIMITERS, WIRE_DELIMITERS } from '../../contact-list/dto/contact-list.query.js';
import { EXPORT_FORMATS, type ExportFormat, MAX_CONTACTS } from '../export-values.js';
import type { NewExport } from '../exports.service.js';

/** More than there are filters of the list and filters that a URL has room for. */
const FILTERS_MAX = 50;

@GraphqlInput('ContactExportFileInput')
export class ExportRequest {
  @MayBeAbsent()
  @OneOf(EXPORT_FORMATS, { description: 'csv quando ausente.' })
  formato?: ExportFormat;

  @MayBeAbsent()
  @OneOf(WIRE_DELIMITERS, { description: 'Entre as colunas de um CSV; vírgula quando ausente.' })
  separador?: string;

  @MayBeAbsent()
  @TextMap({
    max: FILTERS_MAX,
    keyMax: 70,
    valueMax: 1_000,
    description: 'Parâmetros de GET /v1/contatos e seus textos, sem limite e cursor; todos os contatos quando ausente.',
    example: { estagio: 'cliente' },
  })
  filtros?: Record<string, string>;

  @MayBeAbsent()
  @Integer({ min: 1, max: MAX_CONTACTS, description: 'Quantos contatos no máximo; todos quando ausente.' })
  limite?: number;
}

export const toNewExport = ({ formato, separador, filtros, limite }: ExportRequest): NewExport => ({
  format: formato ?? 'csv',
  delimiter: separador === undefined ? undefined : DELIMITERS[separador],
  filters: filtros ?? {},
  limit: limite,
});
