import { Injectable } from '@nestjs/common';
import { SupportLog, type SupportRequest } from '#libs/core/auth';
import { Database } from '#libs/core/persistence';
import { recordAudit } from './record.js';

const OPERATION_MAX = 500;

/** Records every call of a support session in the log of the app that was called. */
@Injectable()
export class DatabaseSupportLog extends SupportLog {
  constructor(private readonly database: Database) {
    super();
  }

  async record({ operatorId, sessionId, tenantId, operation, denied }: SupportRequest): Promise<void> {
    await this.database.tenant(tenantId, (tx) =>
      recordAudit(tx, {
        action: denied ? 'support.refused' : 'support.read',
        object: { type: 'operation', id: operation.slice(0, OPERATION_MAX) },
        tenantId,
        actor: { kind: 'support', id: operatorId, sessionId },
      }),
    );
  }
}
