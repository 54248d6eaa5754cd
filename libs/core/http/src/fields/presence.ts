import { applyDecorators } from '@nestjs/common';
import { ApiProperty } from '@nestjs/swagger';
import { ValidateIf } from 'class-validator';

/** The field may be absent. Null does not count as absent: it is validated like any other value. */
export function MayBeAbsent(): PropertyDecorator {
  return applyDecorators(ValidateIf(isPresent), ApiProperty({ required: false }));
}

/** The field may be null; its other rules then do not apply. */
export function MayBeNull(): PropertyDecorator {
  return applyDecorators(ValidateIf(isNotNull), ApiProperty({ nullable: true }));
}

const isPresent = (_object: unknown, value: unknown): boolean => value !== undefined;
const isNotNull = (_object: unknown, value: unknown): boolean => value !== null;
