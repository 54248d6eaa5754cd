import { Matches, registerDecorator, type ValidationOptions } from 'class-validator';

/** A custom rule as a class-validator decorator. `message` follows the name of the field: "must be …". */
export function rule(
  name: string,
  test: (value: unknown) => boolean,
  message: string,
  each = false,
): PropertyDecorator {
  const options: ValidationOptions = {
    each,
    message: each ? `each value in $property ${message}` : `$property ${message}`,
  };
  return (prototype, property) =>
    registerDecorator({
      name,
      target: prototype.constructor,
      propertyName: String(property),
      options,
      validator: { validate: test },
    });
}

/** The message for the most common pattern, a text that is not blank. */
const wordsOf = ({ source }: RegExp) => (source === '\\S' ? 'must not be blank' : undefined);

/** @param form what the pattern requires, as the end of the error message: "must be …" */
export function patternRule(pattern: RegExp, form = wordsOf(pattern)): PropertyDecorator {
  return Matches(pattern, form === undefined ? {} : { message: `$property ${form}` });
}
