import { Body, Controller, Delete, Get, Param, Patch, Post, Req, Res } from '@nestjs/common';
import { ApiTags } from '@nestjs/swagger';
import type { Request, Response } from 'express';
import { currentSession, currentTenantId, Session } from '#libs/core/auth';
import { Created, knownBy, Operation, Problem } from '#libs/core/http';
import { mergedInto } from './contact-problems.js';
import { ContactsService } from './contacts.service.js';
import { ContactObject } from './dto/contact.object.js';
import { toTypedContact } from './dto/contact.mapper.js';
import { RemovalService } from './lifecycle/removal.service.js';
import { CreateContactRequest, DeleteContactRequest, UpdateContactRequest } from './dto/create-contact.request.js';

/** A contact that was merged is not found, and the answer says into which one it was. */
const Known = knownBy(ContactsService, (contacts, { id = '' }) => contacts.findOrMerged(currentTenantId(), id));

@ApiTags('Contatos')
@Session()
@Controller('v1/contatos')
export class ContactsController {
  constructor(
    private readonly contacts: ContactsService,
    private readonly removal: RemovalService,
  ) {}

  @Post()
  @Created({
    summary: 'Criar um contato',
    example: { email: 'ana@example.com', nome: 'Ana Lima', estagio: 'novo' },
    description: 'Com e-mail ou telefone, que nenhum outro contato da conta tem; 409 quando outro tem.',
    type: ContactObject,
    location: ({ id }) => `/v1/contatos/${id}`,
    errors: [409, 422],
  })
  async create(@Body() body: CreateContactRequest): Promise<ContactObject> {
    const { userId } = currentSession();
    return ContactObject.of(await this.contacts.create(currentTenantId(), userId, toTypedContact(body)));
  }

  @Get(':id')
  @Operation({
    summary: 'Ler um contato',
    description:
      'Um contato apagado não é encontrado. Para um que foi mesclado, o 404 tem em `mesclado_id` o contato que ficou; um ' +
      'navegador, que prefere HTML, é levado a ele com 301.',
    success: { status: 200, type: ContactObject },
  })
  async get(
    @Param('id') id: string,
    @Req() request: Request,
    @Res({ passthrough: true }) response: Response,
  ): Promise<ContactObject | { mesclado_id: string }> {
    const tenantId = currentTenantId();
    const contact = await this.contacts.find(tenantId, id);
    if (contact) return ContactObject.of(contact);
    const kept = await this.contacts.findMergedInto(tenantId, id);
    if (!kept) throw new Problem('NotFound');
    if (request.accepts('json', 'html') !== 'html') throw mergedInto(kept);
    response.status(301).setHeader('Location', `/v1/contatos/${kept}`);
    return { mesclado_id: kept };
  }

  @Patch(':id')
  @Known()
  @Operation({
    summary: 'Alterar um contato',
    example: { nome: 'Ana Lima', estagio: 'cliente' },
    description:
      'O que está ausente fica; null esvazia. email e telefone são os principais. Em `campos`, só as chaves dadas mudam.',
    success: { status: 200, type: ContactObject },
    errors: [409, 422],
  })
  async update(@Param('id') id: string, @Body() body: UpdateContactRequest): Promise<ContactObject> {
    const { userId } = currentSession();
    return ContactObject.of(await this.contacts.update(currentTenantId(), userId, id, toTypedContact(body)));
  }

  @Delete(':id')
  @Known()
  @Operation({
    summary: 'Apagar um contato',
    description: 'O corpo é opcional. O e-mail e o telefone ficam livres; a plataforma pode restaurar o contato.',
    success: { status: 204 },
  })
  async delete(@Param('id') id: string, @Body() { motivo }: DeleteContactRequest): Promise<void> {
    await this.removal.delete(currentTenantId(), currentSession().userId, id, motivo?.trim() || null);
  }
}
