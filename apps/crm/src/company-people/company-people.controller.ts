import { Body, Controller, Delete, Get, HttpStatus, Param, Post, Query, Res } from '@nestjs/common';
import { ApiTags } from '@nestjs/swagger';
import type { Response } from 'express';
import { currentSession, currentTenantId, Session } from '#libs/core/auth';
import { knownBy, Operation } from '#libs/core/http';
import { SealedCursors } from '#libs/core/persistence';
import { SecretBox } from '#libs/core/secrets';
import { KnownCompany } from '../companies/companies.controller.js';
import { CompanyPeopleService } from './company-people.service.js';
import {
  CompanyContactsPage,
  CompanyPeoplePage,
  CompanyPersonObject,
  LinkPersonRequest,
  ListCompanyContactsQuery,
  ListPeopleQuery,
} from './company-people.dto.js';

const KnownLink = knownBy(CompanyPeopleService, (people, { id = '', contato_id = '' }) =>
  people.isLinked(currentTenantId(), id, contato_id),
);

@ApiTags('Empresas')
@Session()
@Controller('v1/empresas/:id')
export class CompanyPeopleController {
  private readonly contactCursors: SealedCursors;
  private readonly peopleCursors: SealedCursors;

  constructor(
    private readonly people: CompanyPeopleService,
    secrets: SecretBox,
  ) {
    this.contactCursors = new SealedCursors(secrets, 'crm.company-contacts');
    this.peopleCursors = new SealedCursors(secrets, 'crm.company-people');
  }

  @Get('contatos')
  @KnownCompany()
  @Operation({
    summary: 'Listar os contatos cuja empresa principal é esta',
    description: 'Do mais novo ao mais antigo.',
    success: { status: 200, type: CompanyContactsPage },
  })
  async listContacts(@Param('id') id: string, @Query() query: ListCompanyContactsQuery): Promise<CompanyContactsPage> {
    return CompanyContactsPage.read(query, this.contactCursors, (page) =>
      this.people.listContacts(currentTenantId(), id, page),
    );
  }

  @Get('pessoas')
  @KnownCompany()
  @Operation({
    summary: 'Listar as pessoas da empresa, com vínculo principal ou secundário',
    description: 'Do contato mais novo ao mais antigo.',
    success: { status: 200, type: CompanyPeoplePage },
  })
  async listPeople(@Param('id') id: string, @Query() query: ListPeopleQuery): Promise<CompanyPeoplePage> {
    return CompanyPeoplePage.read(query, this.peopleCursors, (page) =>
      this.people.listMembers(currentTenantId(), id, page),
    );
  }

  @Post('pessoas')
  @KnownCompany()
  @Operation({
    summary: 'Vincular um contato à empresa',
    description:
      'Sempre um vínculo secundário: a empresa principal do contato não muda. Um vínculo que já existe recebe o papel e responde 200.',
    success: { status: 201, type: CompanyPersonObject },
  })
  async link(
    @Param('id') id: string,
    @Body() { contato_id: contactId, papel: role }: LinkPersonRequest,
    @Res({ passthrough: true }) response: Response,
  ): Promise<CompanyPersonObject> {
    const { userId: authorId } = currentSession();
    const { member, created } = await this.people.link(currentTenantId(), id, { contactId, role, authorId });
    response.status(created ? HttpStatus.CREATED : HttpStatus.OK);
    return CompanyPersonObject.of(member);
  }

  @Delete('pessoas/:contato_id')
  @KnownLink()
  @Operation({
    summary: 'Desfazer um vínculo secundário',
    description: 'A empresa principal do contato não muda.',
    success: { status: 204 },
  })
  async unlink(@Param('id') id: string, @Param('contato_id') contactId: string): Promise<void> {
    await this.people.unlink(currentTenantId(), id, contactId, currentSession().userId);
  }
}
