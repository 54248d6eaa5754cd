import { ApiProperty } from '@nestjs/swagger';
import { GraphqlObject } from '#libs/core/graphql';
import { toWireStage, WIRE_STAGES } from '../../contacts/dto/wire-values.js';
import { listOf } from '../../list-of.js';
import type { ContactImport } from '../contact-import.entity.js';
import { DECIMAL_SEPARATORS } from '../rows/cell-values.js';
import {
  toWireChoice,
  toWireDateFormat,
  toWireInvalidValue,
  toWireState,
  WIRE_CHOICES,
  WIRE_DATE_FORMATS,
  WIRE_INVALID_VALUES,
  WIRE_STATES,
} from './wire-states.js';

const time = { type: String, format: 'date-time', nullable: true } as const;
const count = (description: string) => ({ type: 'integer', description }) as const;

/** An import and the name of its file in plain text. */
export interface NamedImport {
  contactImport: ContactImport;
  fileName: string | null;
}

@GraphqlObject('ContactImport', 'An import of contacts from a file.')
export class ImportObject {
  @ApiProperty({ format: 'uuid' })
  id: string;

  @ApiProperty({ enum: WIRE_STATES })
  estado: string;

  @ApiProperty({ description: 'Se só informa o que aconteceria.' })
  simulacao: boolean;

  @ApiProperty({ enum: WIRE_CHOICES })
  se_existir: string;

  @ApiProperty({ type: 'object', additionalProperties: { type: 'string' } })
  mapeamento: Record<string, string>;

  @ApiProperty({ type: [String] })
  marcadores: string[];

  @ApiProperty({ type: String, nullable: true, enum: WIRE_STAGES })
  estagio: string | null;

  @ApiProperty({ type: String, nullable: true, description: 'De um CSV.' })
  codificacao: string | null;

  @ApiProperty({ type: String, nullable: true, description: 'De um CSV.' })
  separador: string | null;

  @ApiProperty({ type: String, nullable: true, description: 'De um XLSX; nulo para a primeira.' })
  planilha: string | null;

  @ApiProperty({ type: 'integer', nullable: true, description: 'Nulo para a primeira linha com dados.' })
  linha_do_cabecalho: number | null;

  @ApiProperty({ type: String, nullable: true, enum: WIRE_DATE_FORMATS })
  formato_data: string | null;

  @ApiProperty({ type: String, nullable: true, enum: DECIMAL_SEPARATORS })
  separador_decimal: string | null;

  @ApiProperty({ enum: WIRE_INVALID_VALUES })
  valor_invalido: string;

  @ApiProperty()
  disparar_jornadas: boolean;

  @ApiProperty({ type: String, nullable: true, description: 'O nome do arquivo.' })
  arquivo: string | null;

  @ApiProperty(count('O tamanho do arquivo.'))
  bytes: number;

  @ApiProperty({ type: 'integer', nullable: true, description: 'Linhas com dados; nulo até que sejam contadas.' })
  total: number | null;

  @ApiProperty(count('Linhas já lidas: a soma de criados, atualizados, pulados e com_erro.'))
  processados: number;

  @ApiProperty(count('Linhas que criaram um contato.'))
  criados: number;

  @ApiProperty(count('Linhas de contatos que já existiam, aplicadas a eles.'))
  atualizados: number;

  @ApiProperty(count('Linhas de contatos que já existiam, com se_existir pular.'))
  pulados: number;

  @ApiProperty(count('Linhas que não foram importadas.'))
  com_erro: number;

  @ApiProperty(count('Erros das linhas; /erros.csv mostra os primeiros 10.000.'))
  erros: number;

  @ApiProperty(count('Valores de linhas importadas que ficaram de fora; /erros.csv os mostra com os erros.'))
  avisos: number;

  @ApiProperty({ type: String, nullable: true, description: 'Por que a importação falhou.' })
  falha: string | null;

  @ApiProperty(count('Contatos que voltaram ao que eram.'))
  desfeitos: number;

  @ApiProperty(count('Contatos que mudaram depois da importação e ficaram como estão; /erros.csv diz quais.'))
  nao_desfeitos: number;

  @ApiProperty({ ...time, description: 'Até quando pode ser desfeita; nulo quando não pode.' })
  desfazer_ate: string | null;

  @ApiProperty()
  autor_id: string;

  @ApiProperty({ format: 'date-time' })
  criado_em: string;

  @ApiProperty(time)
  iniciado_em: string | null;

  @ApiProperty(time)
  terminado_em: string | null;

  static of({ contactImport, fileName }: NamedImport): ImportObject {
    const { finishedAt, expiresAt, state, options } = contactImport;
    const isUndoable = finishedAt !== null && state !== 'undoing' && state !== 'undone';
    return {
      id: contactImport.id,
      estado: toWireState(state),
      simulacao: contactImport.isDryRun,
      se_existir: toWireChoice(contactImport.ifExists),
      mapeamento: contactImport.mapping,
      marcadores: contactImport.tags,
      estagio: contactImport.stage && toWireStage(contactImport.stage),
      codificacao: contactImport.encoding,
      separador: contactImport.delimiter,
      planilha: options.sheet,
      linha_do_cabecalho: options.headerRow,
      formato_data: options.dateFormat && toWireDateFormat(options.dateFormat),
      separador_decimal: options.decimalSeparator,
      valor_invalido: toWireInvalidValue(options.ignoresInvalid),
      disparar_jornadas: options.startsJourneys,
      arquivo: fileName,
      bytes: contactImport.fileBytes,
      total: contactImport.total,
      processados: contactImport.processed,
      criados: contactImport.created,
      atualizados: contactImport.updated,
      pulados: contactImport.skipped,
      com_erro: contactImport.failed,
      erros: contactImport.errors,
      avisos: contactImport.warnings,
      falha: contactImport.failure,
      desfeitos: contactImport.undone,
      nao_desfeitos: contactImport.notUndone,
      desfazer_ate: (isUndoable && expiresAt?.toISOString()) || null,
      autor_id: contactImport.authorId,
      criado_em: contactImport.createdAt.toISOString(),
      iniciado_em: contactImport.startedAt?.toISOString() ?? null,
      terminado_em: finishedAt?.toISOString() ?? null,
    };
  }
}

export class ImportAnswer {
  @ApiProperty({ type: ImportObject })
  importacao: ImportObject;
}

const imports = listOf('importacoes', ImportObject, { max: 200 });

export class ListImportsQuery extends imports.Query {}

export class ImportPage extends imports.Page {}
