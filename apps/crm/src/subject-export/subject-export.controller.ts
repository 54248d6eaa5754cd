import { Controller, Get, Param, Query, Res } from '@nestjs/common';
import { ApiTags } from '@nestjs/swagger';
import type { Response } from 'express';
import { currentTenantId, Session } from '#libs/core/auth';
import { knownBy, Operation, sendCsv } from '#libs/core/http';
import { ITEMS_MAX } from '#libs/privacy/data-rights';
import { SubjectExportObject, SubjectExportQuery } from './subject-export.dto.js';
import { toFile } from './subject-export-file.js';
import { SubjectExportService } from './subject-export.service.js';

const Known = knownBy(SubjectExportService, (exports, { id = '' }) => exports.exists(currentTenantId(), id));

@ApiTags('Privacidade')
@Session({ role: 'admin', support: 'none' })
@Controller('v1/contatos/:id/dados')
export class SubjectExportController {
  constructor(private readonly exports: SubjectExportService) {}

  @Get()
  @Known()
  @Operation({
    summary: 'Exportar tudo o que se guarda sobre um contato',
    description:
      `O que o CRM, Pages e Platform guardam, até ${ITEMS_MAX} itens de cada um; cortado diz se há mais. Um aplicativo que ` +
      'não responde fica em ausentes. De mensagens, sem os textos. Vale também para um contato apagado. Com formato=csv, ' +
      'um arquivo com uma linha por valor. A exportação fica registrada; sem registro, 503. Só para administradores; os ' +
      'outros recebem 404.',
    success: { status: 200, type: SubjectExportObject },
  })
  async export(
    @Param('id') id: string,
    @Query() { formato }: SubjectExportQuery,
    @Res() response: Response,
  ): Promise<void> {
    const subject = await this.exports.collect(currentTenantId(), id);
    if (formato === 'csv') return sendCsv(response, toFile(subject));
    response.set('Cache-Control', 'no-store').json(SubjectExportObject.of(subject));
  }
}
