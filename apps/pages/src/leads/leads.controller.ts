import { Body, Controller, Delete, Get, HttpCode, Param, Post, Put, Query, Res } from '@nestjs/common';
import { ApiTags } from '@nestjs/swagger';
import type { Response } from 'express';
import { currentTenantId, Session } from '#libs/core/auth';
import type { Lead } from '#libs/sites/forms';
import { knownBy, Operation, Problem, sendCsv, sendDownload } from '#libs/core/http';
import { SealedCursors } from '#libs/core/persistence';
import { SecretBox } from '#libs/core/secrets';
import { ExportLeadsQuery, LeadPage, ListLeadsQuery, toLeadFilter } from './dto/lead.queries.js';
import { LeadView, SpamRequest } from './dto/lead.responses.js';
import { EXPORT_MAX, LeadExport } from './lead-export.js';
import { LeadsService } from './leads.service.js';

const Known = knownBy(LeadsService, (leads, { id = '' }) => leads.find(currentTenantId(), id));

/** Tells a client that the file is not all. */
const CUT = 'X-Service-Truncated';

@ApiTags('Leads')
@Session()
@Controller('v1/leads')
export class LeadsController {
  private readonly cursors: SealedCursors;

  constructor(
    private readonly leads: LeadsService,
    private readonly exports: LeadExport,
    secrets: SecretBox,
  ) {
    this.cursors = new SealedCursors(secrets, 'pages.leads');
  }

  @Get()
  @Operation({
    summary: 'Listar leads, do mais novo ao mais antigo',
    description: 'Sem `status`, os que não são spam. `proximo` de uma página, passado em `cursor`, começa a seguinte.',
    success: { status: 200, type: LeadPage },
  })
  list(@Query() query: ListLeadsQuery): Promise<LeadPage> {
    const tenantId = currentTenantId();
    return LeadPage.read(query, this.cursors, (page) => this.leads.listPage(tenantId, toLeadFilter(query), page));
  }

  @Get('exportar')
  @Session({ support: 'none' })
  @Operation({
    summary: 'Exportar leads em CSV',
    description:
      `Os filtros da lista, até ${EXPORT_MAX} leads, do mais novo ao mais antigo; se há mais, ${CUT} diz true. Com \`form_id\`, cada campo do formulário é uma coluna. Textos que uma ` +
      'planilha tomaria por fórmula começam com apóstrofo.',
    success: {
      status: 200,
      contentType: 'text/csv',
      headers: { [CUT]: 'true if there are more leads than the file has' },
    },
  })
  async export(@Query() query: ExportLeadsQuery, @Res() response: Response): Promise<void> {
    const { isCut, ...download } = await this.exports.download(currentTenantId(), toLeadFilter(query));
    if (isCut) response.setHeader(CUT, 'true');
    await sendCsv(response, download);
  }

  @Get(':id')
  @Operation({
    summary: 'Ler um lead, com tudo o que se sabe dele',
    description: '404 para um lead de outra conta, como para um que não existe.',
    success: { status: 200, type: LeadView },
  })
  async get(@Known() lead: Lead): Promise<LeadView> {
    return LeadView.ofLead(lead, await this.leads.listFiles(lead));
  }

  @Put(':id/spam')
  @Known()
  @Operation({
    summary: 'Decidir se um lead é spam',
    description: 'Um que não é spam segue para o CRM; um que é deixa de contar lá.',
    success: { status: 200, type: LeadView },
  })
  async decideSpam(@Param('id') id: string, @Body() { spam }: SpamRequest): Promise<LeadView> {
    const lead = await this.leads.decideSpam(currentTenantId(), id, spam);
    return LeadView.ofLead(lead, await this.leads.listFiles(lead));
  }

  @Post(':id/confirmacao')
  @HttpCode(200)
  @Operation({
    summary: 'Pedir de novo a confirmação por e-mail',
    description:
      'Um e-mail com um link novo. 409 se o formulário não a pede, se ela já foi dada ou se já saíram cinco e-mails; 429 até ' +
      'dez minutos depois do pedido anterior.',
    success: { status: 200, type: LeadView },
    errors: [409, 429],
  })
  async askConfirmation(@Known() lead: Lead): Promise<LeadView> {
    const asked = await this.leads.askConfirmationAgain(lead);
    return LeadView.ofLead(asked, await this.leads.listFiles(asked));
  }

  @Delete(':id')
  @Operation({
    summary: 'Apagar um lead',
    description: 'Com seus arquivos, e sem volta. O que o CRM já recebeu permanece lá.',
    success: { status: 204 },
  })
  async delete(@Known() lead: Lead): Promise<void> {
    await this.leads.delete(lead);
  }

  @Get(':id/arquivos/:arquivo')
  @Operation({
    summary: 'Baixar um arquivo de um lead',
    description: 'Sempre como anexo: o navegador nunca o abre, porque foi um visitante que o enviou.',
    success: { status: 200, contentType: 'application/octet-stream' },
  })
  async download(
    @Known() { tenantId, id }: Lead,
    @Param('arquivo') fileId: string,
    @Res() response: Response,
  ): Promise<void> {
    const file = await this.leads.findFile(tenantId, id, fileId);
    if (!file) throw new Problem('NotFound');
    const { fileName, contentType, bytes } = file;
    await sendDownload(response, { fileName, contentType, bytes, open: (range) => this.leads.readFile(file, range) });
  }
}
