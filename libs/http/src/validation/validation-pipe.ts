import { type ArgumentMetadata, Injectable, type PipeTransform } from '@nestjs/common';
import { validateSync, type ValidationError } from 'class-validator';
import { plainToInstance } from 'class-transformer';
import { type EnvelopeKind } from '../profile.js';
import { Problem, type ProblemDetail } from '../problem/problem.js';

const PLAIN = new Set<unknown>([String, Number, Boolean, Array, Object, undefined]);

@Injectable()
export class CompiledValidationPipe implements PipeTransform {
  constructor(private readonly envelope: EnvelopeKind) {}

  transform(value: unknown, { metatype, type }: ArgumentMetadata): unknown {
    if (PLAIN.has(metatype) || !metatype || type === 'custom') return value;
    if (typeof value !== 'object' || value === null || Array.isArray(value))
      throw new Problem('ValidationError', { message: 'The body must be a JSON object.' });
    const instance = plainToInstance(metatype, value) as object;
    const strict = type === 'body' || this.envelope === 'platform';
    const errors = validateSync(instance, {
      whitelist: true,
      forbidNonWhitelisted: strict,
      forbidUnknownValues: false,
    });
    if (errors.length === 0) return instance;
    const details = errors.flatMap((error) => detailsOf(error, ''));
    throw new Problem(type === 'query' ? 'InvalidParameter' : 'ValidationError', {
      message: details[0]?.Message,
      details,
    });
  }
}

function detailsOf(error: ValidationError, prefix: string): ProblemDetail[] {
  const path = prefix
    ? /^\d+$/.test(error.property)
      ? `${prefix}[${error.property}]`
      : `${prefix}.${error.property}`
    : error.property;
  const own = Object.values(error.constraints ?? {}).map((Message) => ({ Field: path, Message }));
  return [...own, ...(error.children ?? []).flatMap((child) => detailsOf(child, path))];
}
