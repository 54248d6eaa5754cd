import { Controller, Get, Query } from '@nestjs/common';
import { ApiTags } from '@nestjs/swagger';
import { currentTenantId, Session } from '#libs/core/auth';
import { knownBy, Operation } from '#libs/core/http';
import { SecretBox } from '#libs/core/secrets';
import type { ContactRecord } from '../contacts/contact-record.js';
import { ContactsService } from '../contacts/contacts.service.js';
import { filteredCursors } from '../filtered-cursors.js';
import { ListVisitsQuery, VisitPage } from './visit.dto.js';
import { VisitsService } from './visits.service.js';

const Known = knownBy(ContactsService, (contacts, { id = '' }) => contacts.find(currentTenantId(), id));

@ApiTags('Linha do tempo')
@Session()
@Controller('v1/contatos/:id/visita-pages')
export class VisitsController {
  constructor(
    private readonly visits: VisitsService,
    private readonly secrets: SecretBox,
  ) {}

  @Get()
  @Operation({
    summary: 'Listar as visitas de um contato às páginas, da mais nova à mais antiga',
    description: 'As visitas em que ele enviou um formulário. De um contato anonimizado, só o momento é conhecido.',
    success: { status: 200, type: VisitPage },
  })
  list(@Known() record: ContactRecord, @Query() query: ListVisitsQuery): Promise<VisitPage> {
    const { tenantId, id, device } = record.contact;
    const cursors = filteredCursors(this.secrets, 'crm.visits', tenantId, { id });
    const page = VisitPage.read(query, cursors, (request) => this.visits.listPage(record, request));
    return VisitPage.withDevice(page, device);
  }
}
