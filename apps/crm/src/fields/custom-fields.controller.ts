import { Body, Controller, Delete, Get, Param, Patch, Post } from '@nestjs/common';
import { ApiTags } from '@nestjs/swagger';
import { currentTenantId, Session } from '#libs/core/auth';
import { Created, isUuid, knownBy, Operation } from '#libs/core/http';
import type { CustomField } from '../custom-fields/custom-field.entity.js';
import { CustomFieldsService } from './custom-fields.service.js';
import {
  CreateCustomFieldRequest,
  CustomFieldObject,
  CustomFieldsResponse,
  toCustomFieldChanges,
  toCustomFieldValues,
  UpdateCustomFieldRequest,
} from './custom-field.dto.js';

const Known = knownBy(CustomFieldsService, async (fields, { id = '' }) =>
  isUuid(id) ? fields.find(currentTenantId(), id) : null,
);

@ApiTags('Campos')
@Controller('v1/campos-personalizados')
export class CustomFieldsController {
  constructor(private readonly fields: CustomFieldsService) {}

  @Post()
  @Session({ role: 'admin' })
  @Created({
    summary: 'Criar um campo personalizado',
    description: 'Os contatos da conta o têm em `campos`, pela chave. No máximo 200; só para administradores.',
    type: CustomFieldObject,
    location: ({ id }) => `/v1/campos-personalizados/${id}`,
    errors: [409, 422],
  })
  async create(@Body() body: CreateCustomFieldRequest): Promise<CustomFieldObject> {
    return CustomFieldObject.of(await this.fields.create(currentTenantId(), toCustomFieldValues(body)));
  }

  @Get()
  @Session()
  @Operation({
    summary: 'Listar os campos personalizados',
    description: 'Todos, na ordem em que foram criados.',
    success: { status: 200, type: CustomFieldsResponse },
  })
  async list(): Promise<CustomFieldsResponse> {
    return CustomFieldsResponse.of(await this.fields.list(currentTenantId()));
  }

  @Get(':id')
  @Session()
  @Operation({
    summary: 'Ler um campo personalizado',
    description: 'A chave, o tipo e as opções do campo.',
    success: { status: 200, type: CustomFieldObject },
  })
  get(@Known() field: CustomField): CustomFieldObject {
    return CustomFieldObject.of(field);
  }

  @Patch(':id')
  @Session({ role: 'admin' })
  @Known()
  @Operation({
    summary: 'Alterar um campo personalizado',
    description: 'O que está ausente fica. Contatos ficam com valores que deixaram de ser opções.',
    success: { status: 200, type: CustomFieldObject },
    errors: [422],
  })
  async update(@Param('id') id: string, @Body() body: UpdateCustomFieldRequest): Promise<CustomFieldObject> {
    return CustomFieldObject.of(await this.fields.update(currentTenantId(), id, toCustomFieldChanges(body)));
  }

  @Delete(':id')
  @Session({ role: 'admin' })
  @Known()
  @Operation({
    summary: 'Apagar um campo personalizado',
    description: 'Os valores saem dos contatos logo depois; até lá, a chave fica ocupada.',
    success: { status: 204 },
  })
  async delete(@Param('id') id: string): Promise<void> {
    await this.fields.delete(currentTenantId(), id);
  }
}
