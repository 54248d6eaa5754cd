import { Injectable, Optional, type ExecutionContext } from '@nestjs/common';
import { Problem, type ProblemCode } from '#libs/http';
import type { Id, TenantId } from '#libs/persistence';
import type { SupportUse } from './access.js';
import { isWrite, operationOf } from './execution.js';
import type { SessionPrincipal } from './principal.js';
import type { SupportView } from './views.js';

/** A call in a support session. */
export interface SupportRequest {
  operatorId: Id<'usr'>;
  sessionId: string;
  tenantId: TenantId;
  /** Method and path, and the field of a GraphQL call. */
  operation: string;
  /** The code of the refusal; null when the call is let in. */
  refused: ProblemCode | null;
}

/** Keeps account of every call in a support session. An app without one admits no such session. */
export abstract class SupportLog {
  /** Returns when the call is recorded for good. @throws when it cannot be, and then the call is not let in */
  abstract record(request: SupportRequest): Promise<void>;
}

/** Lets operators look into a tenant: they read, they leave a trace, and they are not the person whose login it is. */
@Injectable()
export class SupportAccess {
  constructor(@Optional() private readonly log?: SupportLog) {}

  /** @throws Problem PermissionDenied */
  async admit(
    { userId, sessionId }: SessionPrincipal,
    { tenantId }: SupportView,
    context: ExecutionContext,
    use: SupportUse,
  ): Promise<void> {
    if (!this.log) throw denied('Support sessions are not admitted here');
    const refusal = refusalOf(use, isWrite(context));
    const operation = operationOf(context);
    await this.log.record({ operatorId: userId, sessionId, tenantId, operation, refused: refusal?.code ?? null });
    if (refusal) throw refusal;
  }
}

function refusalOf(use: SupportUse, writes: boolean): Problem | undefined {
  if (use === 'none') return denied('A support session does not enter here');
  if (use === 'read' && writes) return denied('A support session only reads');
  return undefined;
}

const denied = (message: string): Problem => new Problem('PermissionDenied', { message });
