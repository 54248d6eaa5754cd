import { ApiProperty } from '@nestjs/swagger';
import { GraphqlObject } from '#libs/core/graphql';
import { currentTenant } from '#libs/core/auth';
import { listOf } from '../list-of.js';
import type { CountedOrganisation } from './organisation.repository.js';

@GraphqlObject('MailOrganisation', 'What domains of an account belong to.')
export class OrganisationObject {
  @ApiProperty({ format: 'uuid' })
  id: string;

  @ApiProperty({ example: 'Acme', description: 'As the account is named, unless the organisation has its own name.' })
  nome: string;

  @ApiProperty({ type: 'integer', example: 2, description: 'How many domains it has.' })
  dominios: number;

  @ApiProperty({ type: 'integer', example: 14, description: 'How many mailboxes its domains have.' })
  caixas: number;

  static of({ id, name, domains, mailboxes }: CountedOrganisation): OrganisationObject {
    return { id, nome: name ?? currentTenant().name, dominios: domains, caixas: mailboxes };
  }
}

const organisations = listOf('orgs', OrganisationObject, { max: 100 });

export class ListOrganisationsQuery extends organisations.Query {}

export class OrganisationPage extends organisations.Page {}
