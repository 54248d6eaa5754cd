import { applyDecorators } from '@nestjs/common';
import { ApiProperty } from '@nestjs/swagger';
import { ValidateIf } from 'class-validator';

/** The field may be absent. In a body null counts as absent, as clients of typed languages write it, unless it {@link MayBeNull}. */
export function MayBeAbsent(): PropertyDecorator {
  return applyDecorators(ValidateIf(isPresent), ApiProperty({ required: false }));
}

/** The field may be null; its other rules then do not apply. */
export function MayBeNull(): PropertyDecorator {
  return applyDecorators(ValidateIf(isNotNull), ApiProperty({ nullable: true }));
}

/** Says whether a condition of a property is that of {@link MayBeAbsent}. */
export const isOfAbsence = (condition: unknown): boolean => condition === isPresent;

/** Says whether a condition of a property is that of {@link MayBeNull}. */
export const isOfNull = (condition: unknown): boolean => condition === isNotNull;

const isPresent = (_object: unknown, value: unknown): boolean => value !== undefined;
const isNotNull = (_object: unknown, value: unknown): boolean => value !== null;
