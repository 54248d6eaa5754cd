import { Args, Mutation, Query, Resolver } from '@nestjs/graphql';
import { currentTenantId, Session } from '#libs/core/auth';
import {
  MessagingSettingsObject,
  MessagingSettingsRequest,
  toMessagingValues,
} from '../settings/messaging-settings.dto.js';
import { MessagingSettingsService } from '../settings/messaging-settings.service.js';

@Resolver(() => MessagingSettingsObject)
export class MessagingSettingsResolver {
  constructor(private readonly settings: MessagingSettingsService) {}

  @Query(() => MessagingSettingsObject, {
    nullable: true,
    description: 'The quiet hours of the account, and the most messages of journeys to a contact on a day.',
  })
  @Session()
  async messagingSettings(): Promise<MessagingSettingsObject> {
    return MessagingSettingsObject.of(await this.settings.get(currentTenantId()));
  }

  @Mutation(() => MessagingSettingsObject, {
    nullable: true,
    description: 'Sets quiet hours and the cap of messages for the steps from now on, by an admin.',
  })
  @Session({ role: 'admin' })
  async replaceMessagingSettings(@Args('input') input: MessagingSettingsRequest): Promise<MessagingSettingsObject> {
    return MessagingSettingsObject.of(await this.settings.replace(currentTenantId(), toMessagingValues(input)));
  }
}
