import { type CanActivate, type ExecutionContext, UseGuards } from '@nestjs/common';
import type { Request } from 'express';
import { type RowsField } from './parse-json.js';
import { stateOf } from '../request/request-state.js';

/**
 * For a route whose body holds a list of rows that are judged each by itself. Text that cannot be stored (NUL, half a
 * surrogate pair) and forbidden keys are refused in every body as a whole; here, where they are in a row, the handler
 * finds in its place the Problem that the row is, and reports it like what it refuses itself. A handler that does not
 * look for it still takes no such row: a Problem is none.
 * @param field the field of the body that holds the rows
 * @param max the most rows that the handler takes
 */
export function BodyOfRows(field: string, max: number): MethodDecorator {
  return UseGuards(new RowsGuard({ field, max }));
}

/** Lets everybody pass. It is a guard because these run before the body is parsed. */
class RowsGuard implements CanActivate {
  constructor(private readonly rows: RowsField) {}

  canActivate(context: ExecutionContext): boolean {
    stateOf(context.switchToHttp().getRequest<Request>()).body?.judgeByRow(this.rows);
    return true;
  }
}
