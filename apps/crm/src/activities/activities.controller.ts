import { Body, Controller, Delete, Get, Param, Patch, Post, Query, Res } from '@nestjs/common';
import { ApiTags } from '@nestjs/swagger';
import type { Response } from 'express';
import { currentSession, currentTenantId, Session } from '#libs/core/auth';
import { knownBy, Operation } from '#libs/core/http';
import { SecretBox } from '#libs/core/secrets';
import { filteredCursors } from '../filtered-cursors.js';
import type { ContactRecord } from '../contacts/contact-record.js';
import { ContactsService } from '../contacts/contacts.service.js';
import type { TimelineEntry } from '../timeline/activity.js';
import { ActivitiesService } from './activities.service.js';
import {
  ActivityObject,
  ActivityPage,
  AddNoteRequest,
  ListActivitiesQuery,
  UpdateNoteRequest,
} from './activity.dto.js';
import { currentNoteAuthor } from './note-author.js';
import { NotesService } from './notes.service.js';
import { fromWireActivityType } from './wire-activity.js';

const Known = knownBy(ContactsService, (contacts, { id = '' }) => contacts.find(currentTenantId(), id));
const KnownEntry = knownBy(ActivitiesService, (activities, { id = '', atividade_id = '' }) =>
  activities.find(currentTenantId(), id, atividade_id),
);

@ApiTags('Linha do tempo')
@Session()
@Controller('v1/contatos/:id/atividades')
export class ActivitiesController {
  constructor(
    private readonly activities: ActivitiesService,
    private readonly notes: NotesService,
    private readonly secrets: SecretBox,
  ) {}

  @Get()
  @Operation({
    summary: 'Listar a linha do tempo de um contato, do mais novo ao mais antigo',
    description: '`total` conta todas as páginas. De um contato anonimizado, as notas e os dados já não existem.',
    success: { status: 200, type: ActivityPage },
  })
  async list(@Known() record: ContactRecord, @Query() query: ListActivitiesQuery): Promise<ActivityPage> {
    const { tenantId, id } = record.contact;
    const type = query.tipo === undefined ? undefined : fromWireActivityType(query.tipo);
    let total = 0;
    const cursors = filteredCursors(this.secrets, 'crm.activities', tenantId, { id, type });
    const page = await ActivityPage.read(query, cursors, async (request) => {
      const found = await this.activities.listPage(record, type, request);
      total = found.total;
      return found;
    });
    return { ...page, total };
  }

  @Post()
  @Known()
  @Operation({
    summary: 'Escrever uma nota',
    description: 'O autor é o usuário da sessão.',
    success: { status: 201, type: ActivityObject, headers: { Location: 'The path of the note' } },
    errors: [422],
  })
  async add(
    @Param('id') id: string,
    @Body() { texto }: AddNoteRequest,
    @Res({ passthrough: true }) response: Response,
  ): Promise<ActivityObject> {
    const { userId } = currentSession();
    const note = await this.notes.add(currentTenantId(), userId, id, texto);
    response.setHeader('Location', `/v1/contatos/${id}/atividades/${note.id}`);
    return ActivityObject.of(note);
  }

  @Get(':atividade_id')
  @Operation({
    summary: 'Ler uma entrada da linha do tempo',
    description: 'Uma entrada de outro contato não é encontrada.',
    success: { status: 200, type: ActivityObject },
  })
  get(@KnownEntry() entry: TimelineEntry): ActivityObject {
    return ActivityObject.of(entry);
  }

  @Patch(':atividade_id')
  @KnownEntry()
  @Operation({
    summary: 'Alterar uma nota',
    description:
      'Só o autor e os administradores; os outros recebem 404. `dados` diz quem alterou e quando. 422 para o que não é nota.',
    success: { status: 200, type: ActivityObject },
    errors: [422],
  })
  async update(
    @Param('id') contactId: string,
    @Param('atividade_id') id: string,
    @Body() { texto }: UpdateNoteRequest,
  ): Promise<ActivityObject> {
    const address = { tenantId: currentTenantId(), contactId, id };
    return ActivityObject.of(await this.notes.update(address, currentNoteAuthor(), texto));
  }

  @Delete(':atividade_id')
  @KnownEntry()
  @Operation({
    summary: 'Apagar uma nota',
    description: 'Só o autor e os administradores; os outros recebem 404. Não volta. 422 para o que não é nota.',
    success: { status: 204 },
    errors: [422],
  })
  async delete(@Param('id') contactId: string, @Param('atividade_id') id: string): Promise<void> {
    await this.notes.delete({ tenantId: currentTenantId(), contactId, id }, currentNoteAuthor());
  }
}
