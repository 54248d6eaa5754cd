import { ApiProperty } from '@nestjs/swagger';
import type { ImportPreview } from '../upload/import-preview.js';
import { TABLE_FORMATS } from '../table/table.js';

export class PreviewColumnObject {
  @ApiProperty({ description: 'Como no arquivo; um nome repetido tem seu número, como em Telefone (2).' })
  nome: string;

  @ApiProperty({ type: String, nullable: true, description: 'O campo que a coluna parece ser.' })
  campo: string | null;
}

export class PreviewRowObject {
  @ApiProperty({ type: 'integer', description: 'A linha do arquivo.' })
  linha: number;

  @ApiProperty({ type: [String], description: 'Na ordem das colunas.' })
  valores: string[];
}

export class ImportPreviewAnswer {
  @ApiProperty({ enum: TABLE_FORMATS })
  formato: string;

  @ApiProperty({ type: String, nullable: true })
  codificacao: string | null;

  @ApiProperty({ type: String, nullable: true })
  separador: string | null;

  @ApiProperty({ type: [String], nullable: true, description: 'As planilhas de um XLSX.' })
  planilhas: string[] | null;

  @ApiProperty({ type: String, nullable: true, description: 'A que foi lida; nulo para a primeira.' })
  planilha: string | null;

  @ApiProperty({ type: 'integer' })
  linha_do_cabecalho: number;

  @ApiProperty({ type: [PreviewColumnObject] })
  colunas: PreviewColumnObject[];

  @ApiProperty({ type: [PreviewRowObject], description: 'As dez primeiras linhas com dados.' })
  linhas: PreviewRowObject[];

  @ApiProperty({
    type: 'object',
    additionalProperties: { type: 'string' },
    description: 'O mapeamento que as colunas sugerem, como a importação o recebe.',
  })
  mapeamento: Record<string, string>;

  static of({
    format,
    encoding,
    delimiter,
    sheets,
    sheet,
    headerRow,
    columns,
    rows,
  }: ImportPreview): ImportPreviewAnswer {
    return {
      formato: format,
      codificacao: encoding,
      separador: delimiter,
      planilhas: sheets,
      planilha: sheet,
      linha_do_cabecalho: headerRow,
      colunas: columns.map(({ name, field }) => ({ nome: name, campo: field })),
      linhas: rows.map(({ number, cells }) => ({
        linha: number,
        valores: columns.map((_, index) => cells[index] ?? ''),
      })),
      mapeamento: Object.fromEntries(columns.flatMap(({ name, field }) => (field === null ? [] : [[name, field]]))),
    };
  }
}
