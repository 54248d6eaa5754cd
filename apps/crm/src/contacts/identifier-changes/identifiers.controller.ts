import { Body, Controller, Delete, Param, Post, Put } from '@nestjs/common';
import { ApiTags } from '@nestjs/swagger';
import { currentTenantId, Session } from '#libs/core/auth';
import { Created, knownBy, Operation } from '#libs/core/http';
import { ContactsService } from '../contacts.service.js';
import { ContactObject } from '../dto/contact.object.js';
import {
  AddedIdentifierObject,
  CreateIdentifierRequest,
  IdentifierObject,
  toTypedIdentifier,
} from '../dto/identifier.dto.js';
import { IdentifiersService } from './identifiers.service.js';

const Known = knownBy(ContactsService, (contacts, { id = '' }) => contacts.find(currentTenantId(), id));

@ApiTags('Contatos')
@Session()
@Controller('v1/contatos/:id/identificadores')
export class IdentifiersController {
  constructor(private readonly identifiers: IdentifiersService) {}

  @Post()
  @Known()
  @Created({
    summary: 'Dar mais um e-mail ou telefone a um contato',
    description: 'No máximo 20 de cada. 409 quando este ou outro contato já o tem.',
    type: AddedIdentifierObject,
    location: ({ contato_id }) => `/v1/contatos/${contato_id}`,
    errors: [409, 422],
  })
  async add(@Param('id') id: string, @Body() body: CreateIdentifierRequest): Promise<AddedIdentifierObject> {
    const added = await this.identifiers.add(currentTenantId(), id, toTypedIdentifier(body));
    return { ...IdentifierObject.of(added), contato_id: id };
  }

  @Delete(':identificador')
  @Operation({
    summary: 'Tirar um e-mail ou telefone de um contato',
    description: 'Se era o principal, o mais antigo dos outros passa a ser. 422 quando é o último do contato.',
    success: { status: 204 },
    errors: [422],
  })
  async remove(@Param('id') id: string, @Param('identificador') identifier: string): Promise<void> {
    await this.identifiers.remove(currentTenantId(), id, identifier);
  }

  @Put(':identificador/principal')
  @Operation({
    summary: 'Tornar principal um e-mail ou telefone',
    description: 'O principal é usado e mostrado primeiro. Sem corpo.',
    success: { status: 200, type: ContactObject },
  })
  async makePrimary(@Param('id') id: string, @Param('identificador') identifier: string): Promise<ContactObject> {
    return ContactObject.of(await this.identifiers.makePrimary(currentTenantId(), id, identifier));
  }
}
