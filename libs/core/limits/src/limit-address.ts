import { type CanActivate, type ExecutionContext, Injectable, UseGuards } from '@nestjs/common';
import type { Request, Response } from 'express';
import { applyCount, CallCounter } from './call-counter.js';

/** Limits the calls a minute from one address, of all routes with the same name together. */
export function LimitAddress(name: string, callsPerMinute: number): MethodDecorator & ClassDecorator {
  @Injectable()
  class AddressGuard implements CanActivate {
    constructor(private readonly counter: CallCounter) {}

    async canActivate(context: ExecutionContext): Promise<boolean> {
      const http = context.switchToHttp();
      const { ip } = http.getRequest<Request>();
      applyCount(http.getResponse<Response>(), await this.counter.countAddress(name, callsPerMinute, ip));
      return true;
    }
  }
  return UseGuards(AddressGuard);
}
