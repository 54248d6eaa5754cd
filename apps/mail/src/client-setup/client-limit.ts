import { type CanActivate, type ExecutionContext, Injectable } from '@nestjs/common';
import type { Request, Response } from 'express';
import { applyCount, CallCounter } from '#libs/core/limits';

const CALLS_PER_MINUTE = 60;

/** The limit of calls a minute from one address, of all routes for mail programs together. */
@Injectable()
export class ClientLimit implements CanActivate {
  constructor(private readonly counter: CallCounter) {}

  async canActivate(context: ExecutionContext): Promise<boolean> {
    const http = context.switchToHttp();
    const { ip } = http.getRequest<Request>();
    applyCount(http.getResponse<Response>(), await this.counter.countAddress('client-setup', CALLS_PER_MINUTE, ip));
    return true;
  }
}
