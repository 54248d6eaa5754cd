import { Query, Resolver } from '@nestjs/graphql';
import { currentTenantId, Session } from '#libs/core/auth';
import { CustomFieldsService } from '../custom-fields.service.js';
import { FieldCatalogueResponse } from '../field.dto.js';

@Session()
@Resolver()
export class FieldsResolver {
  constructor(private readonly custom: CustomFieldsService) {}

  @Query(() => FieldCatalogueResponse, {
    nullable: true,
    description: 'The native fields of contacts and companies, and those of the account.',
  })
  async fieldCatalogue(): Promise<FieldCatalogueResponse> {
    return FieldCatalogueResponse.of(await this.custom.list(currentTenantId()));
  }
}
