import { Controller, Get, Query } from '@nestjs/common';
import { ApiExcludeController } from '@nestjs/swagger';
import { Internal } from '#libs/auth';
import { Operation } from '#libs/http';
import { AuditLog } from './audit-log.js';
import { AuditQuery } from './audit.query.js';
import type { AuditEntry } from './entry.js';

/** Where the console finds the log of an app: `{entries: […]}`, newest first. */
export const AUDIT_PATH = '/internal/audit';

@ApiExcludeController()
@Internal()
@Controller(AUDIT_PATH)
export class AuditController {
  constructor(private readonly log: AuditLog) {}

  @Get()
  @Operation({ summary: 'Entries of the audit log', success: { status: 200 } })
  async search(@Query() { from, to, ...rest }: AuditQuery): Promise<{ entries: AuditEntry[] }> {
    const period = { from: from ? new Date(from) : undefined, to: to ? new Date(to) : undefined };
    return { entries: await this.log.search({ ...rest, ...period }) };
  }
}
