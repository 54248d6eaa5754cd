import { applyDecorators } from '@nestjs/common';
import { ApiProperty, type ApiPropertyOptions } from '@nestjs/swagger';

/** What every field may say of itself in the API's description. */
export interface FieldDescription {
  description?: string;
  example?: unknown;
}

/** One decorator of a field's rules and of its schema. */
export function field(schema: object, description: FieldDescription, ...rules: PropertyDecorator[]): PropertyDecorator {
  return applyDecorators(...rules, ApiProperty({ ...schema, ...description } as ApiPropertyOptions));
}
