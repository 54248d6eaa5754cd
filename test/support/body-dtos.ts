import { ROUTE_ARGS_METADATA } from '@nestjs/common/constants.js';
import { RouteParamtypes } from '@nestjs/common/enums/route-paramtypes.enum.js';
import { join } from 'node:path';
import { isOfTests, sourcesIn } from '../house/sources.js';
import { ROOT } from './docs-pages.js';

export type Dto = new () => object;
type Handlers = Record<string, unknown>;

/** A body that a route takes. */
export interface BodyOfRoute {
  /** The file of the controller, below the root. */
  file: string;
  controller: string;
  handler: string;
  dto: Dto;
}

/** The bodies of the routes of every app. */
export async function bodiesOfRoutes(): Promise<BodyOfRoute[]> {
  const controllers = sourcesIn(['apps', 'libs'], /\.ts$/).filter(
    ({ file, text }) => !isOfTests(file) && /^@Controller\(/m.test(text),
  );
  const bodies: BodyOfRoute[] = [];
  for (const { file } of controllers)
    bodies.push(...bodiesOf((await import(join(ROOT, file))) as object).map((body) => ({ file, ...body })));
  return bodies;
}

/** Types of bodies that are no class of their own. */
const NOT_A_DTO = new Set<unknown>([String, Number, Boolean, Array, Object, Function, Buffer]);

function bodiesOf(exported: object): Omit<BodyOfRoute, 'file'>[] {
  const found: Omit<BodyOfRoute, 'file'>[] = [];
  for (const controller of Object.values(exported).filter((one) => typeof one === 'function')) {
    const prototype = controller.prototype as Handlers;
    for (const handler of namesOf(prototype)) {
      const args = (Reflect.getMetadata(ROUTE_ARGS_METADATA, controller as object, handler) ?? {}) as Record<
        string,
        { index: number }
      >;
      const types = (Reflect.getMetadata('design:paramtypes', prototype, handler) ?? []) as Dto[];
      const bodies = Object.entries(args).filter(([key]) => key.startsWith(`${RouteParamtypes.BODY}:`));
      for (const [, { index }] of bodies) {
        const dto = types[index];
        if (dto && !NOT_A_DTO.has(dto)) found.push({ controller: controller.name, handler, dto });
      }
    }
  }
  return found;
}

/** The methods of a controller, those that it inherits among them. */
function namesOf(prototype: object | undefined): Set<string> {
  const names = new Set<string>();
  for (let one = prototype; one && one !== Object.prototype; one = Object.getPrototypeOf(one) as object)
    for (const name of Object.getOwnPropertyNames(one)) names.add(name);
  return names;
}
