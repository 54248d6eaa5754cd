import { Body, Controller, Get, Param, Patch, Query } from '@nestjs/common';
import { ApiTags } from '@nestjs/swagger';
import { currentSession, currentTenantId, Session } from '#libs/core/auth';
import { knownBy, Operation } from '#libs/core/http';
import { SecretBox } from '#libs/core/secrets';
import type { CustomTexts } from '../contact-list/contact-filter.js';
import { ContactListService } from '../contact-list/contact-list.service.js';
import { ApiCustomTexts, CustomTextsOfQuery } from '../contact-list/dto/custom-texts.js';
import { toContactFilter } from '../contact-list/dto/contact-list.query.js';
import { toTypedContact } from '../contacts/dto/contact.mapper.js';
import { UpdateContactRequest } from '../contacts/dto/create-contact.request.js';
import { filteredCursors } from '../filtered-cursors.js';
import { CustomerObject, CustomerPage, ListCustomersQuery } from './customer.dto.js';
import { type Customer, CustomersService } from './customers.service.js';

const Known = knownBy(CustomersService, (customers, { id = '' }) => customers.find(currentTenantId(), id));

@ApiTags('Clientes')
@Session()
@Controller('v1/clientes')
export class CustomersController {
  constructor(
    private readonly customers: CustomersService,
    private readonly contactLists: ContactListService,
    private readonly secrets: SecretBox,
  ) {}

  @Get()
  @Operation({
    summary: 'Listar clientes, do contato mais novo ao mais antigo',
    description: 'Os contatos no estágio cliente, com os filtros da lista de contatos.',
    success: { status: 200, type: CustomerPage },
  })
  @ApiCustomTexts()
  async list(@Query() query: ListCustomersQuery, @CustomTextsOfQuery() texts: CustomTexts): Promise<CustomerPage> {
    const tenantId = currentTenantId();
    const filter = await this.contactLists.withCustom(tenantId, toContactFilter(query), texts);
    const cursors = filteredCursors(this.secrets, 'crm.customers', tenantId, filter);
    return CustomerPage.read(query, cursors, (page) => this.customers.listPage(tenantId, filter, page));
  }

  @Get(':id')
  @Operation({
    summary: 'Ler um cliente',
    description: 'Um contato em outro estágio não é encontrado.',
    success: { status: 200, type: CustomerObject },
  })
  get(@Known() customer: Customer): CustomerObject {
    return CustomerObject.of(customer);
  }

  @Patch(':id')
  @Known()
  @Operation({
    summary: 'Alterar um cliente',
    description: 'Como alterar o contato. Em outro estágio, ele deixa de ser cliente.',
    success: { status: 200, type: CustomerObject },
    errors: [409, 422],
  })
  async update(@Param('id') id: string, @Body() body: UpdateContactRequest): Promise<CustomerObject> {
    const { userId } = currentSession();
    return CustomerObject.of(await this.customers.update(currentTenantId(), userId, id, toTypedContact(body)));
  }
}
