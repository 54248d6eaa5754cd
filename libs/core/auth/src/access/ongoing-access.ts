import { Injectable, type Type } from '@nestjs/common';
import { ExecutionContextHost } from '@nestjs/core/helpers/execution-context-host.js';
import type { Request } from 'express';
import { currentRequest, RequestContext, withContext } from '#libs/core/http';
import { AccessGuard } from './access.guard.js';

/** Judges the access of a request again, and then works for it. */
export type Reauthorize = <T>(work: () => Promise<T>) => Promise<T>;

/** The access of requests whose answer takes so long that it may end meanwhile, such as a stream of events. */
@Injectable()
export class OngoingAccess {
  constructor(private readonly guard: AccessGuard) {}

  /**
   * For the current request. What it returns judges the credential as the guard did at first, with the same route, and
   * runs `work` with the principal as it then is. @throws Problem as the guard does
   */
  ofRequest(request: Request, controller: Type, method: string): Reauthorize {
    const { requestId, path } = currentRequest()!;
    const handler = (controller.prototype as Record<string, () => unknown>)[method]!;
    const context = new ExecutionContextHost([request, request.res], controller, handler);
    return (work) =>
      withContext(new RequestContext(requestId, request.method, path, request), async () => {
        await this.guard.canActivate(context);
        return work();
      });
  }
}
