import { Controller, Get, Query, Res } from '@nestjs/common';
import { ApiTags } from '@nestjs/swagger';
import type { Response } from 'express';
import { currentSession, currentTenantId, Session } from '#libs/core/auth';
import { Operation, sendCsv, sendLines } from '#libs/core/http';
import type { CustomTexts } from './contact-filter.js';
import { ContactListService } from './contact-list.service.js';
import { ContactExportService, EXPORT_MAX, type ExportedContacts } from './contact-export.service.js';
import { ApiCustomTexts, CustomTextsOfQuery } from './dto/custom-texts.js';
import { ExportContactsQuery, ExportCsvQuery, toContactFilter, toDelimiter } from './dto/contact-list.query.js';
import { xlsxBytes } from './xlsx-file.js';

const XLSX = 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet';

/** Media types of files of contacts. */
export const CONTENT_TYPES = { csv: 'text/csv; charset=utf-8', xlsx: XLSX } as const;

/** Tells a client that asked for more that the file is not all. */
const CUT = 'X-Service-Truncated';
const CUT_HEADER = { [CUT]: 'true if there are more contacts than a direct file has' };

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
      `Os filtros da lista, até ${EXPORT_MAX} contatos, do mais novo ao mais antigo; um \`limite\` maior vale ${EXPORT_MAX}. ` +
      `Se há mais, ${CUT} diz true, e POST /v1/exportacoes exporta todos. ` +
      'A exportação fica registrada antes de o arquivo sair; sem registro, 503. Textos que uma planilha tomaria por fórmula ' +
      'começam com apóstrofo.',
    success: { status: 200, contentType: 'text/csv', headers: CUT_HEADER },
  })
  @ApiCustomTexts()
  async export(
    @Query() query: ExportCsvQuery,
    @CustomTextsOfQuery() texts: CustomTexts,
    @Res() response: Response,
  ): Promise<void> {
    const delimiter = toDelimiter(query);
    await sendCsv(response, { ...(await this.start(query, texts, response)), fileName: 'contatos.csv', delimiter });
  }

  @Get('exportar.xlsx')
  @Operation({
    summary: 'Exportar contatos em XLSX',
    description:
      'Os mesmos contatos e colunas que em CSV, com textos que nunca são fórmulas, e registrada como aquela.',
    success: { status: 200, contentType: XLSX, headers: CUT_HEADER },
  })
  @ApiCustomTexts()
  async exportWorkbook(
    @Query() query: ExportContactsQuery,
    @CustomTextsOfQuery() texts: CustomTexts,
    @Res() response: Response,
  ): Promise<void> {
    const { columns, batches } = await this.start(query, texts, response);
    await sendLines(response, {
      fileName: 'contatos.xlsx',
      contentType: XLSX,
      chunks: xlsxBytes(columns, batches),
    });
  }

  private async start(query: ExportContactsQuery, texts: CustomTexts, response: Response): Promise<ExportedContacts> {
    const tenantId = currentTenantId();
    const { userId } = currentSession();
    const filter = await this.contacts.withCustom(tenantId, toContactFilter(query), texts);
    const { limite = Infinity } = query;
    const exported = await this.exports.start(tenantId, userId, filter, Math.min(limite, EXPORT_MAX));
    const isCut = limite > EXPORT_MAX && (await this.contacts.count(tenantId, filter, EXPORT_MAX + 1)) > EXPORT_MAX;
    if (isCut) response.setHeader(CUT, 'true');
    return exported;
  }
}
