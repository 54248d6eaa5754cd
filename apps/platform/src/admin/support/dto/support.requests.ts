import { GraphqlInput } from '#libs/core/graphql';
import { Text } from '#libs/core/http';

@GraphqlInput('EnterTenantInput')
export class EnterTenantRequest {
  @Text({
    min: 1,
    max: 500,
    pattern: /\S/,
    example: 'Ticket 4711: asked for help with a domain',
    description: 'Why. It is kept in the audit log.',
  })
  Reason: string;
}
