import { Query, Resolver } from '@nestjs/graphql';
import { currentTenantId, Session } from '#libs/core/auth';
import { IdArgument } from '#libs/core/graphql';
import { Problem } from '#libs/core/http';
import { ContactsService } from '../../contacts/contacts.service.js';
import { ContactJourneysService } from '../figures/contact-journeys.service.js';
import { ContactJourneyObject } from '../figures/journey-ways.dto.js';

@Session()
@Resolver(() => ContactJourneyObject)
export class ContactJourneysResolver {
  constructor(
    private readonly contacts: ContactsService,
    private readonly contactJourneys: ContactJourneysService,
  ) {}

  @Query(() => [ContactJourneyObject], {
    nullable: true,
    description: 'The way of a contact through journeys, the newest entry first; at most 100.',
  })
  async contactJourneys(@IdArgument('cnt', 'contactId') contactId: string): Promise<ContactJourneyObject[]> {
    const found = await this.contacts.findOrMerged(currentTenantId(), contactId);
    if (!found) throw new Problem('NotFound');
    const journeys = await this.contactJourneys.list(currentTenantId(), found.contact.id);
    return journeys.map((journey) => ContactJourneyObject.of(journey));
  }
}
