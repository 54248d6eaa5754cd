import { Body, Controller, Delete, Param, Post } from '@nestjs/common';
import { ApiTags } from '@nestjs/swagger';
import { IdentityOutage, Session } from '#libs/core/auth';
import { Operation } from '#libs/core/http';
import { PasswordRequest } from '../auth/dto/two-factor.requests.js';
import { requireFields } from '../auth/required-fields.js';
import { OwnTenant } from './tenant-of-path.guard.js';
import { TenantsService } from './tenants.service.js';

/** Owners delete tenants, and restore them. */
@ApiTags('Tenants')
@IdentityOutage('ProviderError')
@Session({ tenant: false })
@Controller('api/tenants')
export class TenantDeletionController {
  constructor(private readonly tenants: TenantsService) {}

  @Delete(':id')
  @OwnTenant({ owner: true, whileSuspended: true })
  @Operation({
    summary: 'Delete a tenant',
    description:
      'Needs an owner and their password. For seven days the tenant is suspended: nothing is sent, what is queued ' +
      'waits, and an owner can restore it (DeletesAt says until when). Then everything of it is removed from every API ' +
      'for good. A repeat changes nothing.',
    success: { status: 204 },
  })
  async delete(@Param('id') id: string, @Body() { password, Password }: PasswordRequest): Promise<void> {
    await this.tenants.delete(id, requireFields({ password: password ?? Password }).password);
  }

  @Post(':id/restore')
  @OwnTenant({ owner: true, whileSuspended: true })
  @Operation({
    summary: 'Restore a tenant that waits to be deleted',
    description: 'Needs an owner. It is as it was before, and goes on with what is queued. 409 for any other tenant.',
    success: { status: 204 },
    errors: [409],
  })
  async restore(@Param('id') id: string): Promise<void> {
    await this.tenants.restore(id);
  }
}
