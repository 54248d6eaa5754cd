import { Args, Mutation, Query, Resolver } from '@nestjs/graphql';
import { currentTenantId, Session } from '#libs/core/auth';
import { AccountSettingsObject, AccountSettingsRequest } from '../account-settings.dto.js';
import { AccountSettingsService } from '../account-settings.service.js';

@Resolver(() => AccountSettingsObject)
export class AccountSettingsResolver {
  constructor(private readonly settings: AccountSettingsService) {}

  @Query(() => AccountSettingsObject, { nullable: true, description: 'The country and time zone of the account.' })
  @Session()
  async accountSettings(): Promise<AccountSettingsObject> {
    return AccountSettingsObject.of(await this.settings.get(currentTenantId()));
  }

  @Mutation(() => AccountSettingsObject, {
    nullable: true,
    description: 'Sets country and time zone for what is written from now on, by an admin.',
  })
  @Session({ role: 'admin' })
  async replaceAccountSettings(@Args('input') { pais, fuso }: AccountSettingsRequest): Promise<AccountSettingsObject> {
    return AccountSettingsObject.of(await this.settings.replace(currentTenantId(), { country: pais, timeZone: fuso }));
  }
}
