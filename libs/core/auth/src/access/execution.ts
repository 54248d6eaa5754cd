import type { ExecutionContext } from '@nestjs/common';
import type { Request } from 'express';

/** The arguments of a resolver: root, arguments, context, information on the field. */
type FieldArguments = [
  unknown,
  unknown,
  { req: Request },
  { fieldName: string; parentType: { name: string }; operation: { operation: string } },
];

/** The HTTP request of a REST route or of a GraphQL field. */
export function requestOf(context: ExecutionContext): Request {
  if (!isField(context)) return context.switchToHttp().getRequest<Request>();
  return context.getArgs<FieldArguments>()[2].req;
}

/** Whether the call may write: every REST method but GET, HEAD and OPTIONS, and every GraphQL mutation. */
export function isWrite(context: ExecutionContext): boolean {
  if (isField(context)) return context.getArgs<FieldArguments>()[3].operation.operation === 'mutation';
  return !['GET', 'HEAD', 'OPTIONS'].includes(requestOf(context).method);
}

/** `GET /api/contacts/cnt_…` or `POST /graphql Query.contacts`, without the query string. */
export function operationOf(context: ExecutionContext): string {
  const { method, originalUrl } = requestOf(context);
  const path = originalUrl.split('?', 1)[0];
  if (!isField(context)) return `${method} ${path}`;
  const { parentType, fieldName } = context.getArgs<FieldArguments>()[3];
  return `${method} ${path} ${parentType.name}.${fieldName}`;
}

const isField = (context: ExecutionContext): boolean => context.getType<string>() === 'graphql';
