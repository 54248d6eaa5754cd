import { Injectable, type CallHandler, type ExecutionContext, type NestInterceptor } from '@nestjs/common';
import type { Request } from 'express';
import type { Observable } from 'rxjs';
import { currentPrincipal } from '#libs/core/auth';
import { Problem } from '#libs/core/http';

/** A key must name what it changes: 428 without `?base=`, before the body is validated. */
@Injectable()
export class RequireBase implements NestInterceptor {
  intercept(context: ExecutionContext, next: CallHandler): Observable<unknown> {
    const { base } = context.switchToHttp().getRequest<Request>().query;
    if (currentPrincipal()?.kind === 'key' && !base) throw new Problem('PreconditionRequired');
    return next.handle();
  }
}
