import { Controller, Get, Query, Res } from '@nestjs/common';
import { ApiTags } from '@nestjs/swagger';
import type { Response } from 'express';
import { currentSession, currentTenantId, Session } from '#libs/auth';
import { Operation, sendCsv } from '#libs/http';
import type { CustomTexts } from './contact-filter.js';
import { ContactListService } from './contact-list.service.js';
import { ContactExportService, EXPORT_MAX } from './contact-export.service.js';
import { ApiCustomTexts, CustomTextsOfQuery } from './dto/custom-texts.js';
import { ExportContactsQuery, toContactFilter } from './dto/contact-list.query.js';

@ApiTags('Contatos')
@Session({ support: 'none' })
@Controller('v1/contatos')
export class ContactExportController {
  constructor(
    private readonly exports: ContactExportService,
    private readonly contacts: ContactListService,
  ) {}

  @Get('exportar.csv')
  @Operation({
    summary: 'Exportar contatos em CSV',
    description:
      `Os filtros da lista, até ${EXPORT_MAX} contatos, do mais novo ao mais antigo; um \`limite\` maior vale ${EXPORT_MAX}. A ` +
      'exportação fica registrada antes de o arquivo sair; sem registro, 503. Textos que uma planilha tomaria por fórmula ' +
      'começam com apóstrofo.',
    success: { status: 200, contentType: 'text/csv' },
  })
  @ApiCustomTexts()
  async export(
    @Query() query: ExportContactsQuery,
    @CustomTextsOfQuery() texts: CustomTexts,
    @Res() response: Response,
  ): Promise<void> {
    const tenantId = currentTenantId();
    const { userId } = currentSession();
    const filter = await this.contacts.withCustom(tenantId, toContactFilter(query), texts);
    const limit = Math.min(query.limite ?? EXPORT_MAX, EXPORT_MAX);
    await sendCsv(response, await this.exports.start(tenantId, userId, filter, limit));
  }
}
