import { GraphqlInput } from '#libs/core/graphql';
import { MayBeAbsent, Text } from '#libs/core/http';

@GraphqlInput('CreateTenantInput')
export class CreateTenantRequest {
  @Text({ min: 1, max: 200, pattern: /\S/, example: 'Acme' })
  Name: string;
}

/** An absent field stays as it is; a body without fields is rejected. */
@GraphqlInput('UpdateTenantInput')
export class UpdateTenantPatch {
  @MayBeAbsent()
  @Text({ min: 1, max: 200, pattern: /\S/, example: 'Acme' })
  Name?: string;
}
