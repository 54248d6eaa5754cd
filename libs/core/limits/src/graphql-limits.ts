import { Injectable, type CallHandler, type ExecutionContext, type NestInterceptor } from '@nestjs/common';
import type { Response } from 'express';
import type { Observable } from 'rxjs';
import { currentPrincipal, requestOf } from '#libs/core/auth';
import { applyCount, CallCounter } from './call-counter.js';
import { countOperation } from './operation-count.js';

/** Root fields of GraphQL a minute of a session. */
const FIELDS_PER_MINUTE = 1_500;

/** Limits what sessions ask of GraphQL, where one call may do much. */
@Injectable()
export class GraphqlLimits implements NestInterceptor {
  constructor(private readonly counter: CallCounter) {}

  async intercept(context: ExecutionContext, next: CallHandler): Promise<Observable<unknown>> {
    const principal = currentPrincipal();
    if (principal?.kind === 'session') {
      const request = requestOf(context);
      const count = await countOperation(request, principal.sessionId, (rootFields) =>
        this.counter.count('graphql-fields', FIELDS_PER_MINUTE, principal.sessionId, rootFields),
      );
      if (count) applyCount(request.res as Response, count);
    }
    return next.handle();
  }
}
