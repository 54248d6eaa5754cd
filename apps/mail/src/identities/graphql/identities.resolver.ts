import { Args, ID, Mutation, Query, Resolver } from '@nestjs/graphql';
import { Session } from '#libs/core/auth';
import { MailboxArgument } from '../../mailboxes/graphql/mailbox-argument.js';
import type { Mailbox } from '../../mailboxes/mailbox.entity.js';
import { IdentitiesService } from '../identities.service.js';
import { CreateIdentityRequest, IdentityObject, toIdentityValues, UpdateIdentityRequest } from '../identity.dto.js';

@Session()
@Resolver(() => IdentityObject)
export class IdentitiesResolver {
  constructor(private readonly identities: IdentitiesService) {}

  @Query(() => [IdentityObject], {
    nullable: true,
    description: 'The addresses that a mailbox sends as, beside its own.',
  })
  async mailboxIdentities(@MailboxArgument('reader') mailbox: Mailbox): Promise<IdentityObject[]> {
    return (await this.identities.list(mailbox)).map((one) => IdentityObject.of(one));
  }

  @Query(() => IdentityObject, { nullable: true, description: 'An identity; it needs the role sender in the mailbox.' })
  async mailboxIdentity(
    @Args('mailbox_id', { type: () => ID }) mailboxId: string,
    @Args('id', { type: () => ID }) id: string,
  ): Promise<IdentityObject> {
    return IdentityObject.of((await this.identities.authorize(mailboxId, id)).identity);
  }

  @Mutation(() => IdentityObject, {
    nullable: true,
    description: 'Adds an address that a mailbox sends as; Conflict for one that has an identity.',
  })
  async createMailboxIdentity(
    @MailboxArgument('sender') mailbox: Mailbox,
    @Args('input') input: CreateIdentityRequest,
  ): Promise<IdentityObject> {
    const values = { ...toIdentityValues(input), address: input.address.toLowerCase() };
    return IdentityObject.of(await this.identities.create(mailbox, values));
  }

  @Mutation(() => IdentityObject, { nullable: true, description: 'Changes an identity: what is not given stays.' })
  async updateMailboxIdentity(
    @Args('mailbox_id', { type: () => ID }) mailboxId: string,
    @Args('id', { type: () => ID }) id: string,
    @Args('input') input: UpdateIdentityRequest,
  ): Promise<IdentityObject> {
    const known = await this.identities.authorize(mailboxId, id);
    return IdentityObject.of(await this.identities.update(known, toIdentityValues(input)));
  }

  @Mutation(() => ID, { nullable: true, description: 'Removes an identity. Answers its id.' })
  async deleteMailboxIdentity(
    @Args('mailbox_id', { type: () => ID }) mailboxId: string,
    @Args('id', { type: () => ID }) id: string,
  ): Promise<string> {
    await this.identities.delete(await this.identities.authorize(mailboxId, id));
    return id;
  }
}
