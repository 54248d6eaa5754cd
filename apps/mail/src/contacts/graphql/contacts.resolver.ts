import { Args, ID, Mutation, Query, Resolver } from '@nestjs/graphql';
import { Session } from '#libs/core/auth';
import { SealedCursors } from '#libs/core/persistence';
import { SecretBox } from '#libs/core/secrets';
import { MailboxAccess } from '../../mailboxes/mailbox-access.js';
import { MailboxArgument } from '../../mailboxes/graphql/mailbox-argument.js';
import type { Mailbox } from '../../mailboxes/mailbox.entity.js';
import {
  ContactObject,
  CreateContactRequest,
  SuggestionObject,
  toContactValues,
  UpdateContactRequest,
} from '../contact.dto.js';
import { ContactsService } from '../contacts.service.js';
import { MailboxContactConnection, MailboxContactConnectionArgs, SuggestionArgs } from './contact.types.js';

@Session()
@Resolver(() => ContactObject)
export class ContactsResolver {
  private readonly cursors: SealedCursors;

  constructor(
    private readonly access: MailboxAccess,
    private readonly contacts: ContactsService,
    secrets: SecretBox,
  ) {
    this.cursors = new SealedCursors(secrets, 'mail.contacts');
  }

  @Query(() => MailboxContactConnection, { nullable: true, description: 'The contacts of a mailbox, by name.' })
  async mailboxContacts(@Args() args: MailboxContactConnectionArgs): Promise<MailboxContactConnection> {
    const mailbox = await this.access.authorize(args.mailbox_id, 'reader');
    return MailboxContactConnection.read(args, this.cursors, (page) => this.contacts.listPage(mailbox, args.q, page));
  }

  @Query(() => ContactObject, { nullable: true, description: 'A contact; it needs the role sender in the mailbox.' })
  async mailboxContact(
    @Args('mailbox_id', { type: () => ID }) mailboxId: string,
    @Args('id', { type: () => ID }) id: string,
  ): Promise<ContactObject> {
    return ContactObject.of(await this.contacts.authorize(mailboxId, id));
  }

  @Query(() => [SuggestionObject], {
    nullable: true,
    description: 'Recipients of sent messages and contacts that contain `q`, the likeliest first.',
  })
  async mailRecipientSuggestions(@Args() { mailbox_id, q, limit }: SuggestionArgs): Promise<SuggestionObject[]> {
    const mailbox = await this.access.authorize(mailbox_id, 'reader');
    return (await this.contacts.suggest(mailbox, q, limit)).map((one) => SuggestionObject.of(one));
  }

  @Mutation(() => ContactObject, {
    nullable: true,
    description: 'Adds a contact to a mailbox; Conflict for an e-mail address that is a contact already.',
  })
  async createMailboxContact(
    @MailboxArgument('sender') mailbox: Mailbox,
    @Args('input') input: CreateContactRequest,
  ): Promise<ContactObject> {
    return ContactObject.of(await this.contacts.create(mailbox, { ...toContactValues(input), email: input.email }));
  }

  @Mutation(() => ContactObject, { nullable: true, description: 'Changes a contact: what is not given stays.' })
  async updateMailboxContact(
    @Args('mailbox_id', { type: () => ID }) mailboxId: string,
    @Args('id', { type: () => ID }) id: string,
    @Args('input') input: UpdateContactRequest,
  ): Promise<ContactObject> {
    const contact = await this.contacts.authorize(mailboxId, id);
    return ContactObject.of(await this.contacts.update(contact, toContactValues(input)));
  }

  @Mutation(() => ID, { nullable: true, description: 'Removes a contact. Answers its id.' })
  async deleteMailboxContact(
    @Args('mailbox_id', { type: () => ID }) mailboxId: string,
    @Args('id', { type: () => ID }) id: string,
  ): Promise<string> {
    await this.contacts.delete(await this.contacts.authorize(mailboxId, id));
    return id;
  }
}
