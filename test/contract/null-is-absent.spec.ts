import 'reflect-metadata';
import { describe, expect, it } from 'vitest';
import { Problem } from '#libs/core/http';
import { planOf } from '../../libs/core/http/src/validation/class-plan.js';
import { validateBody } from '../../libs/core/http/src/validation/validation-pipe.js';
import { bodiesOfRoutes, type Dto } from '../support/body-dtos.js';

function withinOf(dto: Dto, known = new Set<Dto>()): Set<Dto> {
  if (known.has(dto)) return known;
  known.add(dto);
  for (const { nestedClass } of planOf(dto).properties) {
    const nested = nestedClass?.();
    if (nested) withinOf(nested as Dto, known);
  }
  return known;
}

/** Whether a body changes what is there: null clears a field of it, and one that cannot be empty is refused. */
const clearsByNull = (dto: Dto): boolean => (Object.getPrototypeOf(dto) as Dto).name.startsWith('Partial');

/** Names of the fields that are refused in a body. */
function refusedIn(dto: Dto, body: object): string[] {
  try {
    validateBody(body, dto);
    return [];
  } catch (error) {
    if (!(error instanceof Problem)) throw error;
    return (error.details ?? []).map(({ Field }) => Field);
  }
}

describe('a field that may be absent', () => {
  it('may be null, in the body of every route and at any depth', async () => {
    const dtos = new Set<Dto>();
    let bodies = 0;
    for (const { dto } of await bodiesOfRoutes()) {
      bodies += 1;
      for (const one of withinOf(dto)) dtos.add(one);
    }
    expect(bodies).toBeGreaterThan(150);
    const refused = [...dtos]
      .filter((dto) => !clearsByNull(dto))
      .flatMap((dto) => {
        const required = new Set(refusedIn(dto, {}));
        const optional = planOf(dto)
          .properties.map(({ name }) => name)
          .filter((name) => !required.has(name));
        return optional
          .filter((name) => refusedIn(dto, { [name]: null }).includes(name))
          .map((name) => `${dto.name}.${name}`);
      });
    expect(refused).toEqual([]);
  });
});
