import 'reflect-metadata';
import { join } from 'node:path';
import { ROUTE_ARGS_METADATA } from '@nestjs/common/constants.js';
import { RouteParamtypes } from '@nestjs/common/enums/route-paramtypes.enum.js';
import { describe, expect, it } from 'vitest';
import { Problem } from '#libs/core/http';
import { planOf } from '../../libs/core/http/src/validation/class-plan.js';
import { validateBody } from '../../libs/core/http/src/validation/validation-pipe.js';
import { isOfTests, sourcesIn } from '../house/sources.js';
import { ROOT } from '../support/docs-pages.js';

type Dto = new () => object;
type Handlers = Record<string, unknown>;

const controllers = sourcesIn(['apps', 'libs'], /\.ts$/).filter(
  ({ file, text }) => !isOfTests(file) && /^@Controller\(/m.test(text),
);

/** The classes of the bodies that a controller takes, by its routes, and those within them. */
function bodiesOf(exported: object): [string, Dto][] {
  const found: [string, Dto][] = [];
  for (const controller of Object.values(exported).filter((one) => typeof one === 'function')) {
    const prototype = controller.prototype as Handlers;
    for (const name of Object.getOwnPropertyNames(prototype ?? {})) {
      const args = (Reflect.getMetadata(ROUTE_ARGS_METADATA, controller as object, name) ?? {}) as Record<
        string,
        { index: number }
      >;
      const types = (Reflect.getMetadata('design:paramtypes', prototype, name) ?? []) as Dto[];
      const bodies = Object.entries(args).filter(([key]) => key.startsWith(`${RouteParamtypes.BODY}:`));
      for (const [, { index }] of bodies) {
        const dto = types[index];
        if (dto && planOf(dto).properties.length > 0) found.push([`${controller.name}.${name}`, dto]);
      }
    }
  }
  return found;
}

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
    for (const { file } of controllers) {
      for (const [, dto] of bodiesOf((await import(join(ROOT, file))) as object)) {
        bodies += 1;
        for (const one of withinOf(dto)) dtos.add(one);
      }
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
