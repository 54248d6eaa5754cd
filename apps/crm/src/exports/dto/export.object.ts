import { ApiProperty } from '@nestjs/swagger';
import { GraphqlObject } from '#libs/core/graphql';
import { toWireDelimiter, WIRE_DELIMITERS } from '../../contact-list/dto/contact-list.query.js';
import { listOf } from '../../list-of.js';
import type { ContactExportFile } from '../contact-export-file.entity.js';
import { EXPORT_FORMATS, type ExportState } from '../export-values.js';

const STATES: Record<ExportState, string> = {
  waiting: 'aguardando',
  running: 'gerando',
  completed: 'concluida',
  failed: 'falhou',
  expired: 'expirada',
};

const time = { type: String, format: 'date-time', nullable: true } as const;

@GraphqlObject('ContactExportFile', 'A file of contacts that a job writes.')
export class ExportObject {
  @ApiProperty({ format: 'uuid' })
  id: string;

  @ApiProperty({ enum: Object.values(STATES) })
  estado: string;

  @ApiProperty({ enum: EXPORT_FORMATS })
  formato: string;

  @ApiProperty({ type: String, nullable: true, enum: WIRE_DELIMITERS, description: 'De um CSV.' })
  separador: string | null;

  @ApiProperty({ type: [String], description: 'Os nomes dos filtros; os valores podem ser pessoais.' })
  filtros: string[];

  @ApiProperty({ type: 'integer', nullable: true, description: 'Quantos contatos no máximo; nulo para todos.' })
  limite: number | null;

  @ApiProperty({ type: 'integer', description: 'Contatos do arquivo: os encontrados, até que ele esteja pronto.' })
  total: number;

  @ApiProperty({ type: 'integer', description: 'Contatos já escritos; uma nova tentativa recomeça do zero.' })
  processados: number;

  @ApiProperty({ type: 'integer', format: 'int64', nullable: true, description: 'O tamanho do arquivo pronto.' })
  bytes: number | null;

  @ApiProperty({ type: String, nullable: true, description: 'Por que não há arquivo.' })
  falha: string | null;

  @ApiProperty({
    description: 'Onde ler a exportação.',
    example: '/v1/exportacoes/0190b5f4-8c1e-7000-8000-000000000000',
  })
  url: string;

  @ApiProperty({ type: String, nullable: true, description: 'Onde baixar o arquivo; nulo enquanto não há um.' })
  arquivo: string | null;

  @ApiProperty()
  autor_id: string;

  @ApiProperty({ format: 'date-time' })
  criado_em: string;

  @ApiProperty(time)
  iniciado_em: string | null;

  @ApiProperty(time)
  terminado_em: string | null;

  @ApiProperty({ ...time, description: 'Quando o arquivo é apagado; nulo enquanto não há um.' })
  expira_em: string | null;

  static of(file: ContactExportFile): ExportObject {
    const url = `/v1/exportacoes/${file.id}`;
    const hasFile = file.state === 'completed';
    return {
      id: file.id,
      estado: STATES[file.state],
      formato: file.format,
      separador: file.delimiter && toWireDelimiter(file.delimiter),
      filtros: file.filters,
      limite: file.rowLimit,
      total: file.total,
      processados: file.written,
      bytes: file.fileBytes,
      falha: file.failure,
      url,
      arquivo: hasFile ? `${url}/arquivo` : null,
      autor_id: file.authorId,
      criado_em: file.createdAt.toISOString(),
      iniciado_em: file.startedAt?.toISOString() ?? null,
      terminado_em: file.finishedAt?.toISOString() ?? null,
      expira_em: (hasFile && file.expiresAt?.toISOString()) || null,
    };
  }
}

export class ExportAnswer {
  @ApiProperty({ type: ExportObject })
  exportacao: ExportObject;
}

const exported = listOf('exportacoes', ExportObject, { max: 200 });

export class ListExportsQuery extends exported.Query {}

export class ExportPage extends exported.Page {}
