import { Controller, Get, Query } from '@nestjs/common';
import { ApiTags } from '@nestjs/swagger';
import { currentTenantId, Session } from '#libs/core/auth';
import { Operation } from '#libs/core/http';
import { SecretBox } from '#libs/core/secrets';
import { filteredCursors } from '../filtered-cursors.js';
import { ContactListService } from './contact-list.service.js';
import type { CustomTexts } from './contact-filter.js';
import { ApiCustomTexts, CustomTextsOfQuery } from './dto/custom-texts.js';
import { ContactPage, ListContactsQuery, toContactFilter } from './dto/contact-list.query.js';

@ApiTags('Contatos')
@Session()
@Controller('v1/contatos')
export class ContactListController {
  constructor(
    private readonly contacts: ContactListService,
    private readonly secrets: SecretBox,
  ) {}

  @Get()
  @Operation({
    summary: 'Listar contatos, do mais novo ao mais antigo',
    description:
      'Todos os filtros dados valem juntos. `proximo` de uma página, passado em `cursor` com os mesmos filtros, começa a ' +
      'seguinte; vazio, era a última. Contatos apagados não aparecem. `campo.<chave>=valor` filtra por um campo ' +
      'personalizado; um que não existe ou um valor que o campo não pode ter é 400.',
    success: { status: 200, type: ContactPage },
  })
  @ApiCustomTexts()
  async list(@Query() query: ListContactsQuery, @CustomTextsOfQuery() texts: CustomTexts): Promise<ContactPage> {
    const tenantId = currentTenantId();
    const filter = await this.contacts.withCustom(tenantId, toContactFilter(query), texts);
    const cursors = filteredCursors(this.secrets, 'crm.contacts', tenantId, filter);
    return ContactPage.read(query, cursors, (page) => this.contacts.listPage(tenantId, filter, page));
  }
}
