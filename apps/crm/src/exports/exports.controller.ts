import { Readable } from 'node:stream';
import { Body, Controller, Delete, Get, Param, Post, Query, Res } from '@nestjs/common';
import { ApiTags } from '@nestjs/swagger';
import type { Response } from 'express';
import { currentSession, currentTenantId, Session } from '#libs/core/auth';
import { knownBy, Operation, sendDownload } from '#libs/core/http';
import { SealedCursors } from '#libs/core/persistence';
import { SecretBox } from '#libs/core/secrets';
import { CONTENT_TYPES } from '../contact-list/contact-export.controller.js';
import { EXPORT_MAX } from '../contact-list/contact-export.service.js';
import type { OpenedFile } from '../sealed-files/sealed-files.js';
import type { ContactExportFile } from './contact-export-file.entity.js';
import { ExportAnswer, ExportObject, ExportPage, ListExportsQuery } from './dto/export.object.js';
import { ExportRequest, toNewExport } from './dto/export.request.js';
import { FILE_DAYS, MAX_LIVE, MAX_UNFINISHED, XLSX_MAX_CONTACTS } from './export-values.js';
import { ExportsService } from './exports.service.js';

const Known = knownBy(ExportsService, (exported, { id = '' }) => exported.find(currentTenantId(), id));

@ApiTags('Exportações')
@Session({ support: 'none' })
@Controller('v1/exportacoes')
export class ExportsController {
  private readonly cursors: SealedCursors;

  constructor(
    private readonly exports: ExportsService,
    secrets: SecretBox,
  ) {
    this.cursors = new SealedCursors(secrets, 'crm.exports');
  }

  @Get()
  @Operation({
    summary: 'Listar as exportações, da mais nova à mais antiga',
    description: 'As dos últimos trinta dias. proximo de uma página, enviado como cursor, começa a página seguinte.',
    success: { status: 200, type: ExportPage },
  })
  async list(@Query() query: ListExportsQuery): Promise<ExportPage> {
    return ExportPage.read(query, this.cursors, (page) => this.exports.listPage(currentTenantId(), page));
  }

  @Post()
  @Operation({
    summary: 'Exportar contatos, quantos forem',
    description:
      `Um trabalho escreve o arquivo, com as colunas de /v1/contatos/exportar.csv, que responde na hora até ${EXPORT_MAX} ` +
      `contatos. A exportação fica registrada; sem registro, 503. 409 com ${MAX_UNFINISHED} exportações em andamento ou ` +
      `${MAX_LIVE} guardadas; 422 para um filtro que a lista não aceita, e para um XLSX de mais de ${XLSX_MAX_CONTACTS} contatos.`,
    success: { status: 202, type: ExportAnswer, headers: { Location: 'The path of the export' } },
    errors: [409, 422, 503],
  })
  async create(@Body() body: ExportRequest, @Res({ passthrough: true }) response: Response): Promise<ExportAnswer> {
    const { userId } = currentSession();
    const exportacao = ExportObject.of(await this.exports.create(currentTenantId(), userId, toNewExport(body)));
    response.setHeader('Location', exportacao.url);
    return { exportacao };
  }

  @Get(':id')
  @Operation({
    summary: 'Ler uma exportação',
    description: 'Até onde ela foi, e onde está o arquivo.',
    success: { status: 200, type: ExportObject },
  })
  get(@Known() file: ContactExportFile): ExportObject {
    return ExportObject.of(file);
  }

  @Get(':id/arquivo')
  @Known()
  @Operation({
    summary: 'Baixar o arquivo de uma exportação',
    description:
      `Até ${FILE_DAYS} dias depois de pronto; também em partes, com Range. Cada download fica registrado; sem registro, 503. ` +
      '409 enquanto o arquivo é escrito; 410 quando não há arquivo, porque a exportação falhou, expirou ou tinha um contato que ' +
      'foi apagado em definitivo.',
    success: [
      { status: 200, contentType: 'text/csv' },
      { status: 206, contentType: 'text/csv', description: 'A part of the file' },
    ],
    errors: [409, 410, 503],
  })
  async download(@Param('id') id: string, @Res() response: Response): Promise<void> {
    const { file, content } = await this.exports.open(currentTenantId(), id);
    response.setHeader('Cache-Control', 'no-store');
    await sendDownload(response, {
      fileName: `contatos.${file.format}`,
      contentType: CONTENT_TYPES[file.format],
      isOwn: true,
      bytes: content.bytes,
      open: (range) => begun(content, range),
    });
  }

  @Delete(':id')
  @Known()
  @Operation({
    summary: 'Apagar uma exportação',
    description: 'O arquivo não pode mais ser lido. Uma que está em andamento para.',
    success: { status: 204 },
  })
  async delete(@Param('id') id: string): Promise<void> {
    await this.exports.delete(currentTenantId(), id);
  }
}

/** A stream whose first piece was read, so that storage that fails is answered as such. */
async function begun(content: OpenedFile, range?: { start: number; end: number }): Promise<Readable> {
  const pieces = content.read(range)[Symbol.asyncIterator]();
  const first = await pieces.next();
  return Readable.from(
    (async function* () {
      if (first.done) return;
      yield first.value;
      yield* { [Symbol.asyncIterator]: () => pieces };
    })(),
    { objectMode: false },
  );
}
