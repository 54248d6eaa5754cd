import type { ExecutionContext } from '@nestjs/common';
import { GqlExecutionContext } from '@nestjs/graphql';
import type { Request } from 'express';

/** The HTTP request of a REST route and of a GraphQL field alike. */
export function requestOf(context: ExecutionContext): Request {
  if (context.getType<string>() !== 'graphql') return context.switchToHttp().getRequest<Request>();
  return GqlExecutionContext.create(context).getContext<{ req: Request }>().req;
}

/** Whether the call may change something: every REST method but the reading ones, and every GraphQL mutation. */
export function isWrite(context: ExecutionContext): boolean {
  if (context.getType<string>() === 'graphql') {
    const info = GqlExecutionContext.create(context).getInfo<{ operation: { operation: string } }>();
    return info.operation.operation === 'mutation';
  }
  return !['GET', 'HEAD', 'OPTIONS'].includes(requestOf(context).method);
}
