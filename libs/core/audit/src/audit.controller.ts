import { Controller, Get, Query } from '@nestjs/common';
import { ApiExcludeController } from '@nestjs/swagger';
import { Internal } from '#libs/core/auth';
import { Operation } from '#libs/core/http';
import { AuditLog } from './audit-log.js';
import { AuditQuery } from './audit.query.js';
import type { AuditEntry } from './audit-entry.entity.js';

/** Answers an app's entries to the console: `{entries: […]}`, newest first. */
export const AUDIT_PATH = '/internal/audit';

@ApiExcludeController()
@Internal()
@Controller(AUDIT_PATH)
export class AuditController {
  constructor(private readonly log: AuditLog) {}

  @Get()
  @Operation({ summary: 'Entries of the audit log', success: { status: 200 } })
  async list(@Query() { from, to, ...rest }: AuditQuery): Promise<{ entries: AuditEntry[] }> {
    const period = { from: from ? new Date(from) : undefined, to: to ? new Date(to) : undefined };
    return { entries: await this.log.list({ ...rest, ...period }) };
  }
}
