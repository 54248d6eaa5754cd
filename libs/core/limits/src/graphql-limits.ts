import { Injectable, type CallHandler, type ExecutionContext, type NestInterceptor } from '@nestjs/common';
import type { Response } from 'express';
import type { Observable } from 'rxjs';
import { currentPrincipal, requestOf } from '#libs/core/auth';
import { applyCount, CallCounter } from './call-counter.js';
import { countGraphqlFields } from './graphql-fields.js';

/** Limits what sessions ask of GraphQL, where one call may do much. */
@Injectable()
export class GraphqlLimits implements NestInterceptor {
  constructor(private readonly counter: CallCounter) {}

  async intercept(context: ExecutionContext, next: CallHandler): Promise<Observable<unknown>> {
    const principal = currentPrincipal();
    if (principal?.kind === 'session') {
      const request = requestOf(context);
      const count = await countGraphqlFields(this.counter, request, principal);
      if (count) applyCount(request.res as Response, count);
    }
    return next.handle();
  }
}
