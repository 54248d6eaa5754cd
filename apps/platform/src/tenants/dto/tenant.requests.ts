import { Text } from '#libs/http';

export class CreateTenantRequest {
  @Text({ min: 1, max: 200, pattern: /\S/, example: 'Acme' })
  Name: string;
}
