import { applyDecorators } from '@nestjs/common';
import { ApiProperty } from '@nestjs/swagger';
import { ValidateIf } from 'class-validator';

/** The field may be left out. Null is not leaving out: it is judged like any other value. */
export function MayBeAbsent(): PropertyDecorator {
  return applyDecorators(ValidateIf(isPresent), ApiProperty({ required: false }));
}

/** The field may be null, and then nothing else is asked of it. */
export function MayBeNull(): PropertyDecorator {
  return applyDecorators(ValidateIf(isNotNull), ApiProperty({ nullable: true }));
}

const isPresent = (_object: unknown, value: unknown): boolean => value !== undefined;
const isNotNull = (_object: unknown, value: unknown): boolean => value !== null;
