import { createParamDecorator, type ExecutionContext } from '@nestjs/common';
import { ApiHeader } from '@nestjs/swagger';
import type { Request } from 'express';
import type { ProblemCode } from '#libs/core/http';
import { bodyHash } from './body-hash.js';
import { checkKey, type Idempotency, type KeyFormat } from './idempotency.js';

export interface IdempotentOptions extends KeyFormat {
  /** Error for a repeated key with another body; IdempotencyConflict (409) if absent. */
  conflict?: ProblemCode;
}

/** Documents the header by which a call can be repeated safely. */
export const idempotencyHeader = ({ text }: KeyFormat): MethodDecorator & ClassDecorator =>
  ApiHeader({
    name: 'Idempotency-Key',
    required: false,
    description: `${text}; the same call with the same key is carried out once and answered alike for 24 hours.`,
  });

/**
 * Makes the decorator of an API for the parameter by which a handler takes its call's {@link Idempotency}; null without
 * the header. It documents the header as well.
 *
 * ```ts
 * const Idempotent = idempotentBy({ pattern: /^[\x21-\x7e]{1,255}$/, text: '1 to 255 characters' });
 * create(@Body() form: CreateFormRequest, @Idempotent() idempotency: Idempotency | null) {…}
 * ```
 */
export function idempotentBy(options: IdempotentOptions): () => ParameterDecorator {
  const call = createParamDecorator((_: unknown, context: ExecutionContext) =>
    readIdempotency(options, context.switchToHttp().getRequest<Request>()),
  )();
  const header = idempotencyHeader(options) as MethodDecorator;
  return () => (prototype, name, place) => {
    if (name === undefined) throw new Error('An idempotency key belongs to a handler');
    call(prototype, name, place);
    header(prototype, name, Object.getOwnPropertyDescriptor(prototype, name) ?? {});
  };
}

function readIdempotency(options: IdempotentOptions, request: Request): Idempotency | null {
  const key = request.get('Idempotency-Key');
  if (key === undefined) return null;
  return {
    route: `${request.method} ${(request.route as { path: string }).path}`,
    key: checkKey(options, 'Idempotency-Key', key),
    bodyHash: bodyHash([request.params, request.body ?? null]),
    conflict: options.conflict,
  };
}
