import { type CanActivate, type ExecutionContext, Injectable } from '@nestjs/common';
import { requestOf } from '#libs/core/auth';
import { AddressLimits } from '#libs/core/limits';
import { AUTH_CALLS } from '../../limits/limits.module.js';

/** Counts a field of GraphQL as a call of `/api/auth`: passwords and codes are not guessed faster by it. */
@Injectable()
export class AuthCallsGuard implements CanActivate {
  constructor(private readonly limits: AddressLimits) {}

  async canActivate(context: ExecutionContext): Promise<boolean> {
    await this.limits.countAs(AUTH_CALLS, requestOf(context));
    return true;
  }
}
