import { Args, Mutation, Query, Resolver } from '@nestjs/graphql';
import { currentTenantId, Session } from '#libs/core/auth';
import { SetSmsCountriesRequest, SmsCountriesResponse } from '../sms-countries.dto.js';
import { SmsCountriesService } from '../sms-countries.service.js';

@Resolver(() => SmsCountriesResponse)
export class SmsCountriesResolver {
  constructor(private readonly service: SmsCountriesService) {}

  @Query(() => SmsCountriesResponse, { nullable: true, description: 'The countries that texts go to.' })
  @Session()
  async smsCountries(): Promise<SmsCountriesResponse> {
    return SmsCountriesResponse.of(await this.service.get(currentTenantId()));
  }

  @Mutation(() => SmsCountriesResponse, {
    nullable: true,
    description: 'Sets the countries that texts go to. A text to any other country is rejected.',
  })
  @Session({ role: 'admin' })
  async setSmsCountries(@Args('input') { Countries }: SetSmsCountriesRequest): Promise<SmsCountriesResponse> {
    return SmsCountriesResponse.of(await this.service.update(currentTenantId(), Countries));
  }
}
