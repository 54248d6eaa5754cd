import { Controller, Get, HttpCode, Param, Post, Query, Req, Res } from '@nestjs/common';
import { ApiBody, ApiConsumes, ApiTags } from '@nestjs/swagger';
import type { Request, Response } from 'express';
import { currentSession, currentTenantId, Session } from '#libs/core/auth';
import { contentDisposition, knownBy, Operation } from '#libs/core/http';
import { SealedCursors } from '#libs/core/persistence';
import { SecretBox } from '#libs/core/secrets';
import { ImportPreviewAnswer } from './dto/import-preview.dto.js';
import { ImportAnswer, ImportObject, ImportPage, ListImportsQuery, type NamedImport } from './dto/import.object.js';
import { errorFile } from './import-error-file.js';
import { ImportPreviews } from './upload/import-preview.js';
import { ImportUpload } from './upload/import-upload.js';
import { ImportsService } from './imports.service.js';

const Known = knownBy(ImportsService, (imports, { id = '' }) => imports.find(currentTenantId(), id));

const UPLOAD = {
  schema: {
    type: 'object',
    required: ['arquivo', 'config'],
    properties: {
      arquivo: { type: 'string', format: 'binary', description: 'CSV ou XLSX, até 50 MiB' },
      config: {
        type: 'string',
        description:
          'JSON: `{mapeamento: {<coluna>: <campo>}, se_existir: "atualizar" ou "pular", simular, marcadores, estagio, ' +
          'codificacao, separador, planilha, linha_do_cabecalho, formato_data: "DMA", "MDA" ou "ISO", separador_decimal, ' +
          'valor_invalido: "linha" ou "ignorar", disparar_jornadas}`',
        example: '{"mapeamento":{"E-mail":"email","Nome":"nome"},"se_existir":"atualizar"}',
      },
    },
  },
};

const PREVIEW = {
  schema: {
    type: 'object',
    required: ['arquivo'],
    properties: {
      arquivo: UPLOAD.schema.properties.arquivo,
      config: {
        type: 'string',
        description: 'JSON: `{codificacao, separador, planilha, linha_do_cabecalho}`; pode faltar.',
        example: '{"linha_do_cabecalho":3}',
      },
    },
  },
};

@ApiTags('Importações')
@Session()
@Controller('v1/importacoes')
export class ImportsController {
  private readonly cursors: SealedCursors;

  constructor(
    private readonly imports: ImportsService,
    private readonly upload: ImportUpload,
    private readonly previews: ImportPreviews,
    secrets: SecretBox,
  ) {
    this.cursors = new SealedCursors(secrets, 'crm.imports');
  }

  @Get()
  @Operation({
    summary: 'Listar as importações, da mais nova à mais antiga',
    description: 'proximo de uma página, enviado como cursor, começa a página seguinte.',
    success: { status: 200, type: ImportPage },
  })
  async list(@Query() query: ListImportsQuery): Promise<ImportPage> {
    return ImportPage.read(query, this.cursors, (page) => this.imports.listPage(currentTenantId(), page));
  }

  @Post()
  @HttpCode(202)
  @ApiConsumes('multipart/form-data')
  @ApiBody(UPLOAD)
  @Operation({
    summary: 'Importar contatos de um arquivo',
    description:
      'A primeira linha com dados, ou linha_do_cabecalho, tem os nomes das colunas. Linhas com erro não são importadas; /erros.csv as mostra. Uma célula ' +
      'vazia nunca apaga o valor do contato. 409 com cinco importações em andamento; 422 para um arquivo que não é ' +
      'CSV nem XLSX ou não tem uma coluna do mapeamento.',
    success: { status: 202, type: ImportAnswer },
    errors: [400, 409, 413, 422, 503],
  })
  async create(@Req() request: Request): Promise<ImportAnswer> {
    const tenantId = currentTenantId();
    const { userId } = currentSession();
    await this.imports.checkRoom(tenantId);
    const uploaded = await this.upload.receive(request, tenantId);
    return { importacao: ImportObject.of(await this.imports.create(tenantId, userId, uploaded)) };
  }

  @Post('previa')
  @HttpCode(200)
  @ApiConsumes('multipart/form-data')
  @ApiBody(PREVIEW)
  @Operation({
    summary: 'Ver o começo de um arquivo antes de importá-lo',
    description:
      'As colunas, as dez primeiras linhas e o mapeamento que os nomes e os valores sugerem, com o qual a importação pode ' +
      'ser pedida. Nada é importado, e o arquivo não é guardado.',
    success: { status: 200, type: ImportPreviewAnswer },
    errors: [400, 413, 422, 503],
  })
  async preview(@Req() request: Request): Promise<ImportPreviewAnswer> {
    const tenantId = currentTenantId();
    const uploaded = await this.upload.receiveFile(request, tenantId);
    return ImportPreviewAnswer.of(await this.previews.read(tenantId, uploaded));
  }

  @Get(':id')
  @Operation({
    summary: 'Ler uma importação',
    description: 'Até onde ela foi, e o que fez.',
    success: { status: 200, type: ImportObject },
  })
  get(@Known() found: NamedImport): ImportObject {
    return ImportObject.of(found);
  }

  @Get(':id/erros.csv')
  @Operation({
    summary: 'Baixar os erros das linhas',
    description:
      'linha, coluna e mensagem dos primeiros 10.000 erros. A linha 1 tem os nomes das colunas. Nenhum valor do arquivo é repetido.',
    success: { status: 200, contentType: 'text/csv' },
  })
  async errors(@Known() { contactImport }: NamedImport, @Res() response: Response): Promise<void> {
    const errors = await this.imports.listErrors(contactImport);
    response.setHeader('Content-Disposition', contentDisposition('attachment', 'erros.csv'));
    response.type('text/csv; charset=utf-8').send(errorFile(errors));
  }

  @Post(':id/cancelar')
  @HttpCode(200)
  @Known()
  @Operation({
    summary: 'Cancelar uma importação',
    description: 'As linhas já importadas ficam; desfazer as remove. 409 quando ela já terminou.',
    success: { status: 200, type: ImportObject },
    errors: [409],
  })
  async cancel(@Param('id') id: string): Promise<ImportObject> {
    return ImportObject.of(await this.imports.cancel(currentTenantId(), id));
  }

  @Post(':id/desfazer')
  @HttpCode(202)
  @Known()
  @Operation({
    summary: 'Desfazer uma importação',
    description:
      'Em até sete dias. Os contatos criados são apagados e os alterados voltam ao que eram. Os que mudaram depois ' +
      'ficam como estão: nao_desfeitos os conta e /erros.csv diz quais.',
    success: { status: 202, type: ImportObject },
    errors: [409],
  })
  async undo(@Param('id') id: string): Promise<ImportObject> {
    const { userId } = currentSession();
    return ImportObject.of(await this.imports.undo(currentTenantId(), userId, id));
  }
}
