import { type ArgumentMetadata, Injectable, type PipeTransform } from '@nestjs/common';
import { withoutNulls } from '../fields/null-is-absent.js';
import { type DtoClass } from '../fields/nested-class.js';
import { withRestNames } from '../graphql/field-names.js';
import { type Envelope } from '../problem/envelope.js';
import { Problem, type ProblemDetail } from '../problem/problem.js';
import { check } from './check.js';
import { instantiate, type Instances } from './instantiate.js';
import { instantiateQuery, isQueryClass, unstorableParameters } from './query.js';

/**
 * Types that a handler declares for a value which is not a DTO. For a class that is imported as a type, as that of a row which
 * a pipe of the parameter finds, tsc declares Function, and other compilers Object. Any other class is a DTO, so that one
 * without rules rejects every field.
 */
const NOT_A_DTO = new Set<unknown>([String, Number, Boolean, Array, Object, Function, Buffer, undefined]);

/**
 * Makes bodies and queries instances of the DTO that the handler declares, and validates them by its decorators.
 * An invalid body is a ValidationError, an invalid query parameter an InvalidParameter. Unknown fields of a body are
 * rejected. Unknown parameters are rejected if the API's envelope says so; otherwise they are omitted.
 */
@Injectable()
export class CompiledValidationPipe implements PipeTransform {
  readonly #rejectsUnknownParameters: boolean;

  constructor({ rejectsUnknownParameters = false }: Pick<Envelope, 'rejectsUnknownParameters'> = {}) {
    this.#rejectsUnknownParameters = rejectsUnknownParameters;
  }

  transform(value: unknown, { metatype, type, data }: ArgumentMetadata): unknown {
    if (type === 'query') return this.#query(value, metatype as DtoClass | undefined);
    if (type !== 'body' || NOT_A_DTO.has(metatype)) return value;
    // Only an argument of GraphQL has a name.
    const source = data === undefined ? value : withRestNames(value, metatype as DtoClass);
    return validateBody(source, metatype as DtoClass);
  }

  #query(value: unknown, dto: DtoClass | undefined): unknown {
    if (value === undefined || value === null) return value;
    const source = typeof value === 'object' ? value : { parameter: value };
    const unstorable = unstorableParameters(source, dto);
    if (unstorable.length > 0) throw invalid('InvalidParameter', unstorable);
    if (!dto || NOT_A_DTO.has(dto)) return value;
    const instances: Instances = {};
    const instance = instantiateQuery(dto, source, instances);
    if (!this.#rejectsUnknownParameters) instances.unknownKeys = undefined;
    const details = check(instance, instances);
    if (details.length > 0) throw invalid('InvalidParameter', details);
    return instance;
  }
}

/**
 * Validates a body, or the arguments of a GraphQL field, which Nest passes as a body: their class has query fields, and has
 * the code of a query. An empty body counts as an empty object, so that the missing fields are reported.
 */
export function validateBody(value: unknown, dto: DtoClass): object {
  const source = value === undefined ? {} : value;
  if (typeof source !== 'object' || source === null || Array.isArray(source))
    throw invalid('ValidationError', [{ Field: '', Message: 'the body must be a JSON object' }]);
  const instances: Instances = {};
  const isQuery = isQueryClass(dto);
  const instance = (isQuery ? instantiateQuery : instantiate)(dto, withoutNulls(source, dto), instances);
  const details = check(instance, instances);
  if (details.length > 0) throw invalid(isQuery ? 'InvalidParameter' : 'ValidationError', details);
  return instance;
}

function invalid(code: 'ValidationError' | 'InvalidParameter', details: ProblemDetail[]): Problem {
  const [first] = details;
  const message = first && `The ${code === 'InvalidParameter' ? 'query' : 'request'} is not valid: ${sentence(first)}.`;
  return new Problem(code, { message, details });
}

/** Adds the whole path of the field; the rule's message has only its last name. */
function sentence({ Field, Message }: ProblemDetail): string {
  if (!Field || Message.includes(Field)) return Message;
  return `${Field}: ${Message}`;
}
