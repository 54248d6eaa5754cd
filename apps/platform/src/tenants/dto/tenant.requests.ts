import { MayBeAbsent, Text } from '#libs/http';

export class CreateTenantRequest {
  @Text({ min: 1, max: 200, pattern: /\S/, example: 'Acme' })
  Name: string;
}

/** What is absent stays as it is; a body without any field is refused. */
export class UpdateTenantPatch {
  @MayBeAbsent()
  @Text({ min: 1, max: 200, pattern: /\S/, example: 'Acme' })
  Name?: string;
}
