import type { ExecutionContext } from '@nestjs/common';
import type { Request } from 'express';

/** What Nest's GraphQL module passes to a resolver: root, arguments, context, information on the field. */
type FieldArguments = [
  unknown,
  unknown,
  { req: Request },
  { fieldName: string; parentType: { name: string }; operation: { operation: string } },
];

/** The HTTP request of a REST route and of a GraphQL field alike. */
export function requestOf(context: ExecutionContext): Request {
  if (!isField(context)) return context.switchToHttp().getRequest<Request>();
  return context.getArgs<FieldArguments>()[2].req;
}

/** Whether the call may change something: every REST method but the reading ones, and every GraphQL mutation. */
export function isWrite(context: ExecutionContext): boolean {
  if (isField(context)) return context.getArgs<FieldArguments>()[3].operation.operation === 'mutation';
  return !['GET', 'HEAD', 'OPTIONS'].includes(requestOf(context).method);
}

/** What is called, as `GET /api/contacts/cnt_…` or `POST /graphql Query.contacts`; without the query. */
export function operationOf(context: ExecutionContext): string {
  const { method, originalUrl } = requestOf(context);
  const path = originalUrl.split('?', 1)[0];
  if (!isField(context)) return `${method} ${path}`;
  const { parentType, fieldName } = context.getArgs<FieldArguments>()[3];
  return `${method} ${path} ${parentType.name}.${fieldName}`;
}

const isField = (context: ExecutionContext): boolean => context.getType<string>() === 'graphql';
