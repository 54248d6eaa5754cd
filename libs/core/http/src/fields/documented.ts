import { applyDecorators } from '@nestjs/common';
import { ApiProperty, type ApiPropertyOptions } from '@nestjs/swagger';

/** The description of a field in the OpenAPI document. */
export interface FieldDescription {
  description?: string;
  example?: unknown;
}

/** Combines a field's rules and its schema into one decorator. */
export function field(schema: object, description: FieldDescription, ...rules: PropertyDecorator[]): PropertyDecorator {
  return applyDecorators(...rules, ApiProperty({ ...schema, ...description } as ApiPropertyOptions));
}
