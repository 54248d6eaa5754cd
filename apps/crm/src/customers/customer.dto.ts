import { ApiProperty } from '@nestjs/swagger';
import { GraphqlObject } from '#libs/core/graphql';
import { ContactFilters } from '../contact-list/dto/contact-list.query.js';
import { ContactObject } from '../contacts/dto/contact.object.js';
import { listOf } from '../list-of.js';
import type { Customer } from './customers.service.js';

@GraphqlObject('CustomerCompany')
export class CustomerCompany {
  @ApiProperty({ format: 'uuid' })
  id: string;

  @ApiProperty()
  nome: string;
}

export class CustomerObject extends ContactObject {
  @ApiProperty({ type: CustomerCompany, nullable: true })
  empresa: CustomerCompany | null;

  @ApiProperty({ format: 'date-time', description: 'Desde quando está no estágio cliente.' })
  cliente_desde: string;

  @ApiProperty({ format: 'date-time' })
  primeira_atividade_em: string;

  @ApiProperty({ format: 'date-time' })
  ultima_atividade_em: string;

  static override of(customer: Customer): CustomerObject {
    const { contact, company, customerSince, firstActivityAt } = customer;
    return {
      ...ContactObject.of(customer),
      empresa: company && { id: company.id, nome: company.name },
      cliente_desde: customerSince.toISOString(),
      primeira_atividade_em: firstActivityAt.toISOString(),
      ultima_atividade_em: contact.lastActivityAt.toISOString(),
    };
  }
}

const customers = listOf('clientes', CustomerObject, { max: 200, filters: ContactFilters });

export class ListCustomersQuery extends customers.Query {}

export class CustomerPage extends customers.Page {}
