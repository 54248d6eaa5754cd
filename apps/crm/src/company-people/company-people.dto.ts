import { ApiProperty } from '@nestjs/swagger';
import { GraphqlInput, GraphqlObject } from '#libs/core/graphql';
import { PublicId, Text } from '#libs/core/http';
import { ContactObject } from '../contacts/dto/contact.object.js';
import { listOf } from '../list-of.js';
import type { CompanyMember } from './company-people.service.js';

const optional = { type: String, nullable: true } as const;

@GraphqlInput('LinkPersonInput')
export class LinkPersonRequest {
  @PublicId('cnt')
  contato_id: string;

  @Text({ min: 1, max: 100, example: 'Compras', description: 'O que o contato faz na empresa.' })
  papel: string;
}

@GraphqlObject('CompanyPerson', 'A contact of a company, with either kind of link.')
export class CompanyPersonObject {
  @ApiProperty({ example: 'cnt_0c7b3f19ad62e04f' })
  contato_id: string;

  @ApiProperty({ enum: ['principal', 'secundario'] })
  vinculo: string;

  @ApiProperty({ ...optional, description: 'O do vínculo secundário; senão o cargo do contato.' })
  papel: string | null;

  @ApiProperty(optional)
  nome: string | null;

  @ApiProperty(optional)
  email: string | null;

  @ApiProperty(optional)
  telefone: string | null;

  static of({ contactId, isPrimary, role, record }: CompanyMember): CompanyPersonObject {
    return {
      contato_id: contactId,
      vinculo: isPrimary ? 'principal' : 'secundario',
      papel: role,
      nome: record.contact.name,
      email: record.emails[0] ?? null,
      telefone: record.phones[0] ?? null,
    };
  }
}

const people = listOf('pessoas', CompanyPersonObject, { max: 200 });

export class ListPeopleQuery extends people.Query {}

export class CompanyPeoplePage extends people.Page {}

const contacts = listOf('contatos', ContactObject, { max: 200 });

export class ListCompanyContactsQuery extends contacts.Query {}

export class CompanyContactsPage extends contacts.Page {}
