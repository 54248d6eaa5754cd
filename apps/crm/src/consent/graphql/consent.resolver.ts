import { Args, ID, Mutation, Parent, ResolveField, Resolver } from '@nestjs/graphql';
import { currentSession, currentTenantId, Session } from '#libs/auth';
import { TenantLoader } from '#libs/graphql';
import { ContactObject } from '../../contacts/dto/contact.object.js';
import { ChangeConsentRequest, ConsentObject } from '../consent.dto.js';
import { type ConsentOfContact, ConsentService } from '../consent.service.js';

@Session()
@Resolver(() => ConsentObject)
export class ConsentResolver {
  constructor(private readonly consent: ConsentService) {}

  @Mutation(() => ConsentObject, {
    nullable: true,
    description: 'Records whether a contact gets messages by a channel. The timeline and the history have it, too.',
  })
  async changeContactConsent(
    @Args('contato_id', { type: () => ID }) contactId: string,
    @Args('input') { canal: channel, recebe: granted, origem }: ChangeConsentRequest,
  ): Promise<ConsentObject> {
    const given = { channel, granted, origin: origem ?? null };
    return ConsentObject.of(await this.consent.change(currentTenantId(), currentSession().userId, contactId, given));
  }
}

@Resolver(() => ContactObject)
export class ContactConsentResolver {
  private readonly states: TenantLoader<string, ConsentOfContact>;

  constructor(consent: ConsentService) {
    this.states = new TenantLoader(
      (tenantId, contactIds) => consent.listOf(tenantId, contactIds),
      ({ contactId }) => contactId,
    );
  }

  @ResolveField(() => ConsentObject, { description: 'What the contact allows.' })
  async consent(@Parent() { id, fuso }: ContactObject): Promise<ConsentObject> {
    const { state, timeZone } = (await this.states.load(id))!;
    return ConsentObject.of({ state, timeZone: fuso ?? timeZone });
  }
}
