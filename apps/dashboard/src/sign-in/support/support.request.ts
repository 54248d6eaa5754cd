import { Text } from '#libs/core/http';

/** The tenant to look at as support. */
export class SupportRequest {
  @Text({ min: 1, max: 100, example: 'acc_0c7b3f19ad62e04f', description: 'Id of the tenant' })
  tenantId: string;

  @Text({
    min: 1,
    max: 500,
    pattern: /\S/,
    example: 'Ticket 4711: asked for help with a domain',
    description: 'Why. It is kept in the audit log.',
  })
  reason: string;
}
