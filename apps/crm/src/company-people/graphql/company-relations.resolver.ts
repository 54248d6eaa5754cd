import { Args, Parent, ResolveField, Resolver } from '@nestjs/graphql';
import { boundedBy, SealedCursors } from '#libs/core/persistence';
import { SecretBox } from '#libs/core/secrets';
import { ContactObject } from '../../contacts/dto/contact.object.js';
import { ContactConnection, ContactsOfCompanyArgs } from '../../contacts/graphql/contact.types.js';
import { ContactRelations } from '../../contacts/graphql/contact-relations.js';
import { CompanyObject } from '../../companies/company.dto.js';
import { CompanyPersonObject } from '../company-people.dto.js';
import { CompanyPersonConnection, CompanyPersonConnectionArgs } from './company-people.types.js';
import { CompanyRelations } from './company-relations.js';

/** Resolves the contacts of a company, which REST has as routes of their own. */
@Resolver(() => CompanyObject)
export class CompanyRelationsResolver {
  private readonly contactCursors: SealedCursors;
  private readonly peopleCursors: SealedCursors;

  constructor(
    private readonly relations: CompanyRelations,
    secrets: SecretBox,
  ) {
    this.contactCursors = new SealedCursors(secrets, 'crm.company-contacts');
    this.peopleCursors = new SealedCursors(secrets, 'crm.company-people');
  }

  @ResolveField(() => ContactConnection, { description: 'The contacts whose primary company it is, newest first.' })
  async contacts(
    @Parent() { id: companyId }: CompanyObject,
    @Args() args: ContactsOfCompanyArgs,
  ): Promise<ContactConnection> {
    return ContactConnection.read(
      args,
      this.contactCursors,
      (page) => this.relations.contacts.load({ companyId, ...page }),
      async () => boundedBy((await this.relations.contactCounts.load(companyId))?.count ?? 0),
    );
  }

  @ResolveField(() => CompanyPersonConnection, {
    description: 'The contacts with a primary or a secondary link, newest first.',
  })
  async people(
    @Parent() { id: companyId }: CompanyObject,
    @Args() args: CompanyPersonConnectionArgs,
  ): Promise<CompanyPersonConnection> {
    return CompanyPersonConnection.read(args, this.peopleCursors, (page) =>
      this.relations.people.load({ companyId, ...page }),
    );
  }
}

@Resolver(() => CompanyPersonObject)
export class CompanyPersonRelationsResolver {
  constructor(private readonly relations: ContactRelations) {}

  @ResolveField(() => ContactObject, { nullable: true, description: 'Null once it is deleted.' })
  async contact(@Parent() { contato_id }: CompanyPersonObject): Promise<ContactObject | null> {
    const record = await this.relations.contacts.load(contato_id);
    return record ? ContactObject.of(record) : null;
  }
}

@Resolver(() => ContactObject)
export class ContactCompanyResolver {
  constructor(private readonly relations: CompanyRelations) {}

  @ResolveField(() => CompanyObject, { nullable: true, description: 'The primary company.' })
  async company(@Parent() { empresa_id }: ContactObject): Promise<CompanyObject | null> {
    const company = empresa_id === null ? undefined : await this.relations.companies.load(empresa_id);
    return company ? CompanyObject.of(company) : null;
  }
}
