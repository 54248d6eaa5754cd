import { ApiProperty } from '@nestjs/swagger';
import { GraphqlInput, GraphqlObject } from '#libs/core/graphql';
import { MayBeNull, TextList } from '#libs/core/http';
import { isCountry } from '#libs/messaging/sms';
import type { SmsCountries } from './sms-countries.service.js';

const MAX_COUNTRIES = 250;

const COUNTRY = {
  test: (value: unknown) => typeof value === 'string' && isCountry(value),
  message: 'must be a country by ISO 3166-1 alpha-2, such as BR',
  schema: { pattern: '^[A-Z]{2}$' },
};

@GraphqlInput('SetSmsCountriesInput')
export class SetSmsCountriesRequest {
  @MayBeNull()
  @TextList({
    max: MAX_COUNTRIES,
    item: COUNTRY,
    example: ['BR', 'PT'],
    description: 'By ISO 3166-1 alpha-2. An empty list allows none; null removes the list.',
  })
  Countries: string[] | null;
}

@GraphqlObject('SmsCountries')
export class SmsCountriesResponse {
  @ApiProperty({ type: [String], nullable: true, description: 'The list of the account; null if it has set none.' })
  Countries: string[] | null;

  @ApiProperty({ type: [String], nullable: true, description: 'Where live texts go; null for every country.' })
  Allowed: string[] | null;

  static of({ countries, allowed }: SmsCountries): SmsCountriesResponse {
    return { Countries: countries && [...countries], Allowed: allowed && [...allowed] };
  }
}
