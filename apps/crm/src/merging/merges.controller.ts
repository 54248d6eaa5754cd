import { Body, Controller, Get, Param, Post } from '@nestjs/common';
import { ApiTags } from '@nestjs/swagger';
import { currentSession, currentTenantId, Session } from '#libs/core/auth';
import { Created, knownBy, Operation } from '#libs/core/http';
import { ContactsService } from '../contacts/contacts.service.js';
import type { ContactMerge } from '../contacts/contact-merge.entity.js';
import { MergeContactRequest, MergeObject } from './merge.dto.js';
import { MergeService } from './merge.service.js';
import { MergeUndoService } from './merge-undo.service.js';

const KnownContact = knownBy(ContactsService, (contacts, { id = '' }) => contacts.find(currentTenantId(), id));
const KnownMerge = knownBy(MergeUndoService, (merges, { id = '' }) => merges.find(currentTenantId(), id));

@ApiTags('Identidades')
@Session()
@Controller('v1')
export class MergesController {
  constructor(
    private readonly merging: MergeService,
    private readonly undoing: MergeUndoService,
  ) {}

  @Post('contatos/:id/mesclar')
  @KnownContact()
  @Created({
    summary: 'Mesclar outro contato neste',
    description:
      'O outro deixa de existir. 409 para o mesmo contato, um anonimizado ou um com pedido de exclusão pendente.',
    type: MergeObject,
    location: ({ id }) => `/v1/mesclagens/${id}`,
    errors: [409, 422],
  })
  async merge(@Param('id') id: string, @Body() { contato_id }: MergeContactRequest): Promise<MergeObject> {
    return MergeObject.of(await this.merging.merge(currentTenantId(), currentSession().userId, id, contato_id));
  }

  @Get('mesclagens/:id')
  @Operation({
    summary: 'Ler uma mesclagem',
    description: 'Quais contatos, quando, e até quando pode ser desfeita.',
    success: { status: 200, type: MergeObject },
  })
  get(@KnownMerge() merge: ContactMerge): MergeObject {
    return MergeObject.of(merge);
  }

  @Post('mesclagens/:id/desfazer')
  @KnownMerge()
  @Operation({
    summary: 'Desfazer uma mesclagem',
    description:
      'Por 30 dias. 409 depois, quando já foi desfeita, ou quando outro contato tem um dos e-mails ou telefones.',
    success: { status: 200, type: MergeObject },
    errors: [409],
  })
  async undo(@Param('id') id: string): Promise<MergeObject> {
    return MergeObject.of(await this.undoing.undo(currentTenantId(), currentSession().userId, id));
  }
}
