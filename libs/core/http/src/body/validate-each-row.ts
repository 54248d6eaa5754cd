import { type CanActivate, type ExecutionContext, UseGuards } from '@nestjs/common';
import type { Request } from 'express';
import { type RowsField } from './parse-json.js';
import { stateOf } from '../request/request-state.js';

/**
 * For a route whose body has a list of rows with one result each. Text that cannot be stored (NUL, half a surrogate pair)
 * and forbidden keys make every other body invalid as a whole. Here an invalid row is replaced by its Problem
 * (ValidationError), which the handler reports as the result of that row.
 * @param field the field of the body with the rows
 * @param max the maximum of rows; a longer list is invalid as a whole
 */
export function ValidateEachRow(field: string, max: number): MethodDecorator {
  return UseGuards(new EachRowGuard({ field, max }));
}

/** Denies no request. It is a guard because guards run before the body is parsed. */
class EachRowGuard implements CanActivate {
  constructor(private readonly rows: RowsField) {}

  canActivate(context: ExecutionContext): boolean {
    stateOf(context.switchToHttp().getRequest<Request>()).body?.validateEachRow(this.rows);
    return true;
  }
}
