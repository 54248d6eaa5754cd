import { Body, Controller, HttpCode, Param, Post, Res } from '@nestjs/common';
import { ApiTags } from '@nestjs/swagger';
import type { Response } from 'express';
import { currentSession, IdentityOutage, Session } from '#libs/core/auth';
import { Operation, sendLines } from '#libs/core/http';
import { PasswordRequest } from '../auth/dto/two-factor.requests.js';
import { requireFields } from '../auth/required-fields.js';
import { OwnTenant, tenantOfPath } from '../tenants/tenant-of-path.guard.js';
import { AccountExportService } from './account-export.service.js';

const description =
  'Needs an owner and their password. A gzip-compressed tar archive: the rows of every table of every API as lines of JSON, the ' +
  'files, and last `manifest.json`, which names each table with its rows and the SHA-256 of its parts, and what is ' +
  'left out and why. Keys, passwords and other secrets are left out. An archive without the manifest broke off. The audit ' +
  'log has an entry before the first byte. One export of an account runs at a time, and five a day may begin; 429 beyond.';

/** Owners take away what their tenant has. */
@ApiTags('Tenants')
@IdentityOutage('ProviderError')
@Session({ tenant: false })
@Controller('api/tenants')
export class AccountExportController {
  constructor(private readonly exports: AccountExportService) {}

  @Post(':id/export')
  @HttpCode(200)
  @OwnTenant({ owner: true, whileSuspended: true })
  @Operation({
    summary: 'Export everything that a tenant has',
    description,
    success: { status: 200, contentType: 'application/gzip', schema: { type: 'string', format: 'binary' } },
    errors: [503],
  })
  async export(
    @Param('id') id: string,
    @Body() { password, Password }: PasswordRequest,
    @Res() response: Response,
  ): Promise<void> {
    const given = requireFields({ password: password ?? Password });
    const { tenant } = tenantOfPath(id);
    const release = this.exports.slots.acquire(tenant.id);
    try {
      const chunks = await this.exports.start(tenant, currentSession().userId, given.password);
      await sendLines(response, { fileName: `${tenant.slug}.tar.gz`, contentType: 'application/gzip', chunks });
    } finally {
      release();
    }
  }
}
