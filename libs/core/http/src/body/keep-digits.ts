import { type CanActivate, type ExecutionContext, UseGuards } from '@nestjs/common';
import type { Request } from 'express';
import { stateOf } from '../request/request-state.js';

/**
 * For a route whose body has whole numbers beyond 2^53 in a field, which every other body must send as text: there they
 * come to the handler as text, with every digit. Smaller ones stay numbers.
 */
export function KeepDigits(field: string): MethodDecorator {
  return UseGuards(new KeepDigitsGuard(field));
}

/** Denies no request. It is a guard because guards run before the body is parsed. */
class KeepDigitsGuard implements CanActivate {
  constructor(private readonly field: string) {}

  canActivate(context: ExecutionContext): boolean {
    stateOf(context.switchToHttp().getRequest<Request>()).body?.keepDigits(this.field);
    return true;
  }
}
