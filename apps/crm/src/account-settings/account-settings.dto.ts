import { ApiProperty } from '@nestjs/swagger';
import { GraphqlInput, GraphqlObject } from '#libs/core/graphql';
import { Text } from '#libs/core/http';
import type { AccountValues } from './account-settings.repository.js';

@GraphqlInput('AccountSettingsInput')
export class AccountSettingsRequest {
  @Text({ min: 2, max: 2, example: 'BR', description: 'ISO 3166-1 alfa-2: o país dos telefones sem +.' })
  pais: string;

  @Text({ min: 1, max: 60, example: 'America/Sao_Paulo', description: 'O fuso dos contatos sem fuso próprio.' })
  fuso: string;
}

@GraphqlObject('AccountSettings', 'What the account has set for all of its contacts.')
export class AccountSettingsObject {
  @ApiProperty({ example: 'BR' })
  pais: string;

  @ApiProperty({ example: 'America/Sao_Paulo' })
  fuso: string;

  static of({ country, timeZone }: AccountValues): AccountSettingsObject {
    return { pais: country, fuso: timeZone };
  }
}
