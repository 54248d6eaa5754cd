import { describe, expect, it } from 'vitest';
import { Text } from '../fields/index.js';
import { CompiledValidationPipe } from './validation-pipe.js';

class Renaming {
  @Text({ max: 5 }) Name: string;
}

const pipe = new CompiledValidationPipe();

describe('an argument of GraphQL', () => {
  it('is validated as the class of its parameter', () => {
    const validate = (name: string) =>
      pipe.transform({ name }, { type: 'body', metatype: Renaming, data: 'input' }) as Renaming;
    expect(validate('short')).toBeInstanceOf(Renaming);
    expect(() => validate('too long')).toThrow(/Name/);
  });

  // tsc writes Function for a class that is imported as a type, Vitest's compiler writes Object.
  it.each([Function, Object, String, undefined])(
    'passes unchanged to the pipe of a parameter of type %o',
    (metatype) => {
      expect(pipe.transform('whk_1', { type: 'body', metatype: metatype as never, data: 'id' })).toBe('whk_1');
    },
  );
});
