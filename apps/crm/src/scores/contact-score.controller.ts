import { Controller, Get } from '@nestjs/common';
import { ApiTags } from '@nestjs/swagger';
import { currentTenantId, Session } from '#libs/core/auth';
import { knownBy, Operation } from '#libs/core/http';
import type { ContactRecord } from '../contacts/contact-record.js';
import { ContactsService } from '../contacts/contacts.service.js';
import { ContactScoreObject } from './score.dto.js';
import { ScoresService } from './scores.service.js';

const Known = knownBy(ContactsService, (contacts, { id = '' }) => contacts.find(currentTenantId(), id));

@ApiTags('Contatos')
@Controller('v1/contatos/:id/pontuacao')
export class ContactScoreController {
  constructor(private readonly scores: ScoresService) {}

  @Get()
  @Session()
  @Operation({
    summary: 'Explicar a pontuação de um contato',
    description: 'Avaliada agora, com as regras que a dão. A da lista de contatos acompanha em instantes.',
    success: { status: 200, type: ContactScoreObject },
  })
  async explain(@Known() { contact }: ContactRecord): Promise<ContactScoreObject> {
    return ContactScoreObject.of(await this.scores.explain(currentTenantId(), contact.id));
  }
}
