import { Injectable, Optional, type ExecutionContext } from '@nestjs/common';
import { Problem, type ProblemCode } from '#libs/core/http';
import type { Id, TenantId } from '#libs/core/persistence';
import type { SupportUse } from '../access/access.js';
import { isWrite, operationOf } from '../access/execution.js';
import type { SessionPrincipal } from './principal.js';
import type { SupportView } from '../credentials/views.js';

export interface SupportRequest {
  operatorId: Id<'usr'>;
  sessionId: string;
  tenantId: TenantId;
  /** Method, path and, for a GraphQL call, the field. */
  operation: string;
  /** The error code; null if the call is allowed. */
  denied: ProblemCode | null;
}

/** Records every call in a support session. An app without a log denies such sessions. */
export abstract class SupportLog {
  /** Resolves when the call is durably recorded. If it rejects, the call is denied. */
  abstract record(request: SupportRequest): Promise<void>;
}

/** Authorizes calls in a support session by the route's `support`, and records them. */
@Injectable()
export class SupportAccess {
  constructor(@Optional() private readonly log?: SupportLog) {}

  /** @throws Problem PermissionDenied */
  async authorize(
    { userId, sessionId }: SessionPrincipal,
    { tenantId }: SupportView,
    context: ExecutionContext,
    use: SupportUse,
  ): Promise<void> {
    if (!this.log) throw denied('Support sessions are not admitted here');
    const denial = denialOf(use, isWrite(context));
    const operation = operationOf(context);
    await this.log.record({ operatorId: userId, sessionId, tenantId, operation, denied: denial?.code ?? null });
    if (denial) throw denial;
  }
}

function denialOf(use: SupportUse, writes: boolean): Problem | undefined {
  if (use === 'none') return denied('A support session does not enter here');
  if (use === 'read' && writes) return denied('A support session only reads');
  return undefined;
}

const denied = (message: string): Problem => new Problem('PermissionDenied', { message });
