import { parseJsonBody } from '../body/parse-json.js';
import { type DtoClass } from '../fields/nested-class.js';
import { validateBody } from './validation-pipe.js';

/**
 * The DTO of a JSON text that is a field of a multipart body. The rules are those of a body.
 * @throws Problem InvalidJson, ValidationError
 */
export function bodyOfText<T extends object>(text: string, dto: new () => T): T {
  return bodyOf(parseJsonBody(Buffer.from(text)), dto);
}

/** The DTO of a value that came by another way than as a body. @throws Problem ValidationError */
export function bodyOf<T extends object>(value: unknown, dto: new () => T): T {
  return validateBody(value, dto as DtoClass) as T;
}
