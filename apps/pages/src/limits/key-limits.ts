import { Injectable, SetMetadata, type CallHandler, type ExecutionContext, type NestInterceptor } from '@nestjs/common';
import { Reflector } from '@nestjs/core';
import type { Request, Response } from 'express';
import type { Observable } from 'rxjs';
import { currentPrincipal, requestOf, type KeyPrincipal } from '#libs/core/auth';
import { applyCount, SlidingMinute, type MinuteLimit } from '#libs/core/limits';

const WRITES: MinuteLimit = { name: 'writes', calls: 60 };
const PUBLISHING: MinuteLimit = { name: 'publishing', calls: 20 };
const LEADS: MinuteLimit = { name: 'leads', calls: 300 };

const READING = new Set(['GET', 'HEAD']);
const COUNTED_AS = 'counted as';

type CountedAs = 'publishing' | 'leads';
/** Returns the limit that a call counts against, if that depends on its body. */
type CountedBy = (request: Request) => CountedAs | undefined;

/** A route that publishes counts among a key's writes and by a limit of its own; one that takes leads counts for its account alone. */
export const CountAs = (kind: CountedAs | CountedBy): MethodDecorator => SetMetadata(COUNTED_AS, kind);

/**
 * Limits what keys write: 60 calls a minute of a key, 20 of them publishing; 300 leads a minute of an account. Calls that are
 * refused for it do not count. It runs after the guards and before the body is validated.
 */
@Injectable()
export class KeyLimits implements NestInterceptor {
  constructor(
    private readonly minute: SlidingMinute,
    private readonly reflector: Reflector,
  ) {}

  async intercept(context: ExecutionContext, next: CallHandler): Promise<Observable<unknown>> {
    const principal = currentPrincipal();
    const request = requestOf(context);
    if (principal?.kind === 'key' && !READING.has(request.method)) {
      const counted = this.reflector.get<CountedAs | CountedBy | undefined>(COUNTED_AS, context.getHandler());
      const kind = typeof counted === 'function' ? counted(request) : counted;
      const { subject, limits } = ruleOf(principal, kind);
      applyCount(request.res as Response, await this.minute.count(subject, limits));
    }
    return next.handle();
  }
}

function ruleOf({ keyId, tenant }: KeyPrincipal, kind?: CountedAs): { subject: string; limits: MinuteLimit[] } {
  if (kind === 'leads') return { subject: tenant.id, limits: [LEADS] };
  return { subject: keyId, limits: kind === 'publishing' ? [WRITES, PUBLISHING] : [WRITES] };
}
