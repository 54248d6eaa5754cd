import { Injectable, type PipeTransform } from '@nestjs/common';
import { Args, ID } from '@nestjs/graphql';
import { isUuid, Problem } from '#libs/core/http';

@Injectable()
class UuidOnly implements PipeTransform<string> {
  transform(value: string): string {
    if (!isUuid(value)) throw new Problem('NotFound');
    return value;
  }
}

/** The argument `id` of a field; one of another form is not found, as in a path of REST. */
export const UuidArgument = (name = 'id') => Args(name, { type: () => ID }, UuidOnly);
