import {
  applyDecorators,
  UseInterceptors,
  type CallHandler,
  type ExecutionContext,
  type NestInterceptor,
  type Type,
} from '@nestjs/common';
import type { Response } from 'express';
import { tap, type Observable } from 'rxjs';
import { Operation, type OperationOptions } from './operation.js';

export interface CreatedOptions<T> extends Omit<OperationOptions, 'success'> {
  /** The class of the answer. */
  type: Type<T>;
  /** The path of the new object, for the header Location. */
  location: (answer: T) => string;
}

/** An operation that creates an object and answers 201 with it and its Location. */
export function Created<T>({ type, location, ...options }: CreatedOptions<T>): MethodDecorator {
  return applyDecorators(
    Operation({ ...options, success: { status: 201, type, headers: { Location: 'The path of the new object' } } }),
    UseInterceptors(new LocationInterceptor(location as (answer: unknown) => string)),
  );
}

class LocationInterceptor implements NestInterceptor {
  constructor(private readonly location: (answer: unknown) => string) {}

  intercept(context: ExecutionContext, next: CallHandler): Observable<unknown> {
    const response = context.switchToHttp().getResponse<Response>();
    return next.handle().pipe(tap((answer) => response.setHeader('Location', this.location(answer))));
  }
}
