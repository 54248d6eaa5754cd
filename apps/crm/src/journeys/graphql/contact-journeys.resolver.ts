import { Parent, ResolveField, Resolver } from '@nestjs/graphql';
import { TenantLoader } from '#libs/core/graphql';
import { ContactObject } from '../../contacts/dto/contact.object.js';
import { type ContactJourneys, ContactJourneysService } from '../figures/contact-journeys.service.js';
import { ContactJourneyObject } from '../figures/journey-ways.dto.js';

@Resolver(() => ContactObject)
export class ContactJourneysResolver {
  private readonly ways: TenantLoader<string, ContactJourneys>;

  constructor(service: ContactJourneysService) {
    this.ways = new TenantLoader(
      (tenantId, contactIds) => service.listOf(tenantId, contactIds),
      ({ contactId }) => contactId,
    );
  }

  @ResolveField(() => [ContactJourneyObject], {
    description: 'The way of the contact through journeys, the newest entry first; at most 100.',
  })
  async journeys(@Parent() { id }: ContactObject): Promise<ContactJourneyObject[]> {
    const found = await this.ways.load(id);
    return (found?.journeys ?? []).map((journey) => ContactJourneyObject.of(journey));
  }
}
