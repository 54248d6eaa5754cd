import { Args, ID, Mutation, Resolver } from '@nestjs/graphql';
import { currentTenantId, Session } from '#libs/core/auth';
import { withGraphqlNames, withRestNames } from '#libs/core/http';
import { ContactImportService } from '../contact-import.service.js';
import type { Contact } from '../contact.entity.js';
import { toContactChange, toContactFields } from '../contact.mapper.js';
import { ContactsService } from '../contacts.service.js';
import { CreateContactRequest, ImportContactsRequest, UpdateContactRequest } from '../dto/contact.requests.js';
import { ImportResponse } from '../dto/contact.responses.js';
import { ContactArgument } from './contact-argument.js';
import { ContactType } from './contact.types.js';

@Session()
@Resolver(() => ContactType)
export class ContactChangesResolver {
  constructor(
    private readonly contacts: ContactsService,
    private readonly imports: ContactImportService,
  ) {}

  @Mutation(() => ContactType, {
    nullable: true,
    description:
      'Adds a contact. AlreadyExists if another one has the externalId, the e-mail address or the phone number.',
  })
  async createContact(@Args('input') input: CreateContactRequest): Promise<ContactType> {
    return ContactType.of(await this.contacts.create(currentTenantId(), toContactFields(input)));
  }

  @Mutation(() => ContactType, {
    nullable: true,
    description: 'Changes a contact. What is absent stays, null empties. Attributes are replaced as a whole.',
  })
  async updateContact(
    @ContactArgument() { id }: Contact,
    @Args('input') input: UpdateContactRequest,
  ): Promise<ContactType> {
    return ContactType.of(await this.contacts.update(currentTenantId(), id, toContactChange(input)));
  }

  @Mutation(() => ID, { nullable: true, description: 'Removes a contact, from its lists too. Answers its id.' })
  async deleteContact(@ContactArgument() { id }: Contact): Promise<string> {
    await this.contacts.delete(currentTenantId(), id);
    return id;
  }

  @Mutation(() => ImportResponse, {
    nullable: true,
    description:
      'Adds or changes up to 5000 contacts, in order. A row changes the contact that has its externalId or, failing that, its ' +
      'e-mail or phone. A row that cannot be applied is reported, and the others are applied.',
  })
  async importContacts(@Args('input') { Contacts }: ImportContactsRequest): Promise<ImportResponse> {
    // The service validates each row by itself.
    const rows = Contacts.map((row) => withRestNames(row, CreateContactRequest));
    const outcome = await this.imports.run(currentTenantId(), rows);
    const errors = outcome.errors.map(({ index, problem }) => {
      const { message, details } = withGraphqlNames(problem);
      return { index, problem: { code: problem.code, message, details } };
    });
    return ImportResponse.of({ ...outcome, errors });
  }
}
