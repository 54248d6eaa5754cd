import { Query, Resolver } from '@nestjs/graphql';
import { Session } from '#libs/core/auth';
import { nativeFieldCatalogue, NativeFieldsResponse } from '../native-fields.dto.js';

@Session()
@Resolver(() => NativeFieldsResponse)
export class NativeFieldsResolver {
  @Query(() => NativeFieldsResponse, {
    nullable: true,
    description: 'The fields, groups and countries to which a field of a form is bound by `chave`.',
  })
  nativeFields(): NativeFieldsResponse {
    return nativeFieldCatalogue();
  }
}
