import { Args, ID, Mutation, Parent, ResolveField, Resolver } from '@nestjs/graphql';
import { currentSession, currentTenantId, Session } from '#libs/core/auth';
import { TenantLoader, TenantPagesLoader } from '#libs/core/graphql';
import { SecretBox } from '#libs/core/secrets';
import { ContactObject } from '../../contacts/dto/contact.object.js';
import { filteredCursors } from '../../filtered-cursors.js';
import { ChangeConsentRequest, ConsentObject, type ContactConsent, type OpenedConsentChange } from '../consent.dto.js';
import { type ConsentHistoryRequest, ConsentService } from '../consent.service.js';
import { ConsentChangeConnection, ConsentChangeConnectionArgs } from './consent.types.js';

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
    const given = { channel, granted, method: origem ?? null };
    return ConsentObject.of(await this.consent.change(currentTenantId(), currentSession().userId, contactId, given));
  }
}

@Resolver(() => ContactObject)
export class ContactConsentResolver {
  private readonly states: TenantLoader<string, ContactConsent>;

  private readonly histories: TenantPagesLoader<ConsentHistoryRequest, OpenedConsentChange>;

  constructor(
    consent: ConsentService,
    private readonly secrets: SecretBox,
  ) {
    this.histories = new TenantPagesLoader((tenantId, requests) => consent.listHistories(tenantId, requests));
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

  @ResolveField(() => ConsentChangeConnection, { description: 'What the contact allowed and withdrew, newest first.' })
  async consentHistory(
    @Parent() { id }: ContactObject,
    @Args() args: ConsentChangeConnectionArgs,
  ): Promise<ConsentChangeConnection> {
    const cursors = filteredCursors(this.secrets, 'crm.consent-history', currentTenantId(), { id });
    return ConsentChangeConnection.read(args, cursors, (page) => this.histories.load({ contactId: id, ...page }));
  }
}
