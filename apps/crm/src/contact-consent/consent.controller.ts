import { Body, Controller, Get, Param, Put, Query } from '@nestjs/common';
import { ApiTags } from '@nestjs/swagger';
import { currentSession, currentTenantId, Session } from '#libs/core/auth';
import { knownBy, Operation } from '#libs/core/http';
import { SealedCursors } from '#libs/core/persistence';
import { SecretBox } from '#libs/core/secrets';
import type { ContactRecord } from '../contacts/contact-record.js';
import { ContactsService } from '../contacts/contacts.service.js';
import { ChangeConsentRequest, ConsentHistoryPage, ConsentObject, ListConsentHistoryQuery } from './consent.dto.js';
import { ConsentService } from './consent.service.js';

const Known = knownBy(ContactsService, (contacts, { id = '' }) => contacts.find(currentTenantId(), id));

@ApiTags('Consentimento')
@Session()
@Controller('v1/contatos/:id/consentimento')
export class ConsentController {
  private readonly cursors: SealedCursors;

  constructor(
    private readonly consent: ConsentService,
    secrets: SecretBox,
  ) {
    this.cursors = new SealedCursors(secrets, 'crm.consent-history');
  }

  @Get()
  @Operation({
    summary: 'Ler o que um contato aceita receber',
    description: 'Sem registro, um canal é falso.',
    success: { status: 200, type: ConsentObject },
  })
  async get(@Known() record: ContactRecord): Promise<ConsentObject> {
    return ConsentObject.of(await this.consent.get(record));
  }

  @Put()
  @Known()
  @Operation({
    summary: 'Registrar o que um contato aceita receber',
    description:
      'Fica no histórico e na linha do tempo. Os envios da plataforma aos endereços do contato param quando ele retira o consentimento de email ou sms, e voltam com ele.',
    success: { status: 200, type: ConsentObject },
    errors: [422],
  })
  async change(@Param('id') id: string, @Body() body: ChangeConsentRequest): Promise<ConsentObject> {
    const given = { channel: body.canal, granted: body.recebe, method: body.origem ?? null };
    return ConsentObject.of(await this.consent.change(currentTenantId(), currentSession().userId, id, given));
  }

  @Get('historico')
  @Operation({
    summary: 'Listar o histórico do consentimento, do mais novo ao mais antigo',
    description: 'proximo de uma página, enviado como cursor, começa a página seguinte.',
    success: { status: 200, type: ConsentHistoryPage },
  })
  async history(@Known() record: ContactRecord, @Query() query: ListConsentHistoryQuery): Promise<ConsentHistoryPage> {
    return ConsentHistoryPage.read(query, this.cursors, (page) => this.consent.listHistory(record, page));
  }
}
