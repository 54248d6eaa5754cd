import { Body, Controller, Delete, Headers, Param, Put } from '@nestjs/common';
import { ApiHeader, ApiTags } from '@nestjs/swagger';
import { CredentialReader, Operator } from '#libs/core/auth';
import { Operation, Problem, Text } from '#libs/core/http';
import { isId, type TenantId } from '#libs/core/persistence';
import { MailboxSubscriptions } from './mailbox-subscriptions.service.js';

const TENANT_HEADER = 'X-Service-Tenant';

export class StartMailboxSubscriptionRequest {
  @Text({ min: 1, max: 200, example: 'Shared inbox, 5 seats', description: 'Shown to the admins of the tenant.' })
  description: string;
}

@ApiTags('Operators')
@Operator()
@ApiHeader({ name: TENANT_HEADER, required: true, description: 'The id of the tenant.' })
@Controller('admin/mailboxes/:id/subscription')
export class MailboxSubscriptionsController {
  constructor(
    private readonly subscriptions: MailboxSubscriptions,
    private readonly credentials: CredentialReader,
  ) {}

  @Put()
  @Operation({
    summary: 'Start the subscription of a mailbox',
    description: 'For platform operators. While it is active the mailbox is neither removed nor made personal.',
    success: { status: 204 },
    errors: [404],
  })
  async start(
    @Headers(TENANT_HEADER.toLowerCase()) tenant: string | undefined,
    @Param('id') id: string,
    @Body() { description }: StartMailboxSubscriptionRequest,
  ): Promise<void> {
    await this.subscriptions.start(await this.tenantOf(tenant), id, description);
  }

  @Delete()
  @Operation({
    summary: 'End the subscription of a mailbox',
    description: 'For platform operators.',
    success: { status: 204 },
    errors: [404],
  })
  async end(@Headers(TENANT_HEADER.toLowerCase()) tenant: string | undefined, @Param('id') id: string): Promise<void> {
    await this.subscriptions.end(await this.tenantOf(tenant), id);
  }

  /** @throws Problem ValidationError, NotFound for a tenant that does not exist or has no mail */
  private async tenantOf(header: string | undefined): Promise<TenantId> {
    if (!header) throw new Problem('ValidationError', { message: `Name the tenant in ${TENANT_HEADER}` });
    const tenant = isId('acc', header) ? await this.credentials.read('tenant', header) : null;
    if (!tenant?.products.includes('mail')) throw new Problem('NotFound');
    return tenant.id;
  }
}
